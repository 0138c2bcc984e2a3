//! Which of two versions of a game that contradict each other stands.

use super::copies::GameCopy;
use crate::proof::Proof;
use crate::record::{ChainHash, RecordDifference, Signatory, hash_of_comment};

/// Which of two versions stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// One of them does.
    Stands {
        /// Which: 0 for the first, 1 for the second.
        which: usize,
        /// Why.
        ground: Ground,
    },
    /// Nothing in them decides it: that is the arbiter's to do.
    Open(OpenQuestion),
}

/// Why a version stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Its first line of its own is signed by its author, and a later signature of somebody else acknowledges it.
    Acknowledged {
        /// Who acknowledges it.
        by: Signatory,
        /// The action, from 1, that was signed in knowledge of it.
        action: usize,
    },
    /// Both first lines are the same person's, who has signed this one alone.
    Signed {
        /// Who.
        by: Signatory,
    },
    /// It was published before the other.
    Published,
}

/// Why it is open which version stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenQuestion {
    /// They differ in what binds the players before the first action.
    Agreement,
    /// They differ in signatures alone.
    Signatures,
    /// Somebody has signed two different actions.
    DoubleDealing {
        /// Who.
        by: Signatory,
    },
    /// Both are acknowledged by later signatures.
    BothAcknowledged,
    /// Signatures decide nothing, and it is not known which was first.
    NoEvidence,
}

/// Two statements that one person has made in knowledge of the same lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TwoStatements {
    /// Who signed both.
    pub by: Signatory,
    /// How many actions the signer had seen.
    pub base: usize,
    /// The ordinals of the actions in the two versions.
    pub ordinals: [usize; 2],
}

/// What one person has signed in two versions in knowledge of the same lines.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SignedTwice {
    /// Two different actions.
    pub double_dealing: Vec<TwoStatements>,
    /// The same action with another time or comment.
    pub restated: Vec<TwoStatements>,
}

impl SignedTwice {
    /// Looks for both in two versions that have the first `common` actions in common.
    pub(super) fn of([one, other]: [&GameCopy; 2], common: usize) -> SignedTwice {
        let mut found = SignedTwice::default();
        // Whoever has signed a line knows it from then on (K4): of each there is one at most.
        let first = |copy| {
            let seen = signed(copy, common).filter(|(_, _, base)| *base <= common);
            seen.chain(planned(copy, common))
        };
        for (ordinal, by, base) in first(one) {
            let fits = |(_, who, seen): &(usize, Signatory, usize)| {
                *who == by && *seen == base && one.chain[base] == other.chain[base]
            };
            let Some((twin, ..)) = first(other).find(fits) else { continue };
            let pair = TwoStatements { by, base, ordinals: [ordinal, twin] };
            let [first, second] = [(one, ordinal), (other, twin)].map(|(copy, ordinal)| {
                let action = &copy.record.actions()[ordinal - 1];
                let said = (action.time, hash_of_comment(action.comment.as_deref()));
                (action.line_without_time(copy.record.game().first), said)
            });
            match first.0 == second.0 {
                false => found.double_dealing.push(pair),
                // A plan is signed without a time; that of its answer is not its author's.
                true if first.1 != second.1 && planned(one, common).is_none() => {
                    found.restated.push(pair);
                }
                true => {}
            }
        }
        found
    }
}

/// The signed actions behind the common ones: ordinal, who signed, and how many actions the signer had seen.
fn signed(copy: &GameCopy, common: usize) -> impl Iterator<Item = (usize, Signatory, usize)> {
    (common..copy.proofs.len()).filter_map(|index| match copy.proofs[index] {
        Proof::Signed { base } => Some((index + 1, copy.signatory(index)?, base)),
        // What was signed in advance says nothing of the lines that came after.
        Proof::Planned { .. } | Proof::Unsigned => None,
    })
}

// K9
/// The same for the first action behind the common ones, where it was signed in advance: two plans for the same moves have
/// one answer.
fn planned(copy: &GameCopy, common: usize) -> Option<(usize, Signatory, usize)> {
    match copy.proofs.get(common) {
        Some(Proof::Planned { base }) => Some((common + 1, copy.signatory(common)?, *base)),
        _ => None,
    }
}

/// Who has acknowledged a version beyond the common actions, other than the author of the first line of its own: who, the
/// last action signed in knowledge of it, and how many actions that was.
pub(super) fn acknowledged(copy: &GameCopy, common: usize) -> Vec<(Signatory, usize, usize)> {
    let author = copy.signatory(common);
    let mut found: Vec<(Signatory, usize, usize)> = Vec::new();
    for (ordinal, by, base) in signed(copy, common) {
        if base > common && Some(by) != author {
            found.retain(|(known, ..)| *known != by);
            found.push((by, ordinal, base));
        }
    }
    found
}

// K8
/// Which of two versions stands. `published` are the chains of the versions that others have, as far as that is known; `found`
/// is how the two differ.
pub(super) fn standing(
    copies: [&GameCopy; 2],
    found: &RecordDifference,
    published: &[Vec<ChainHash>],
) -> Standing {
    let common = found.common;
    if found.header.iter().any(|change| change.binding) {
        return Standing::Open(OpenQuestion::Agreement);
    }
    if found.removed.is_empty() || found.added.is_empty() {
        return Standing::Open(OpenQuestion::Signatures);
    }
    let own = copies.map(|copy| copy.proofs[common] != Proof::Unsigned);
    // That somebody has seen a line tells nothing of who made it, unless its author has signed it too.
    let seen = [0, 1].map(|at| {
        let by = acknowledged(copies[at], common).into_iter().find(|_| own[at]);
        by.map(|(by, action, _)| Ground::Acknowledged { by, action })
    });
    let stands = |which, ground| Standing::Stands { which, ground };
    match seen {
        [Some(_), Some(_)] => return Standing::Open(OpenQuestion::BothAcknowledged),
        [Some(ground), None] => return stands(0, ground),
        [None, Some(ground)] => return stands(1, ground),
        [None, None] => {}
    }
    if let Some(pair) = SignedTwice::of(copies, common).double_dealing.first() {
        return Standing::Open(OpenQuestion::DoubleDealing { by: pair.by });
    }
    let authors = copies.map(|copy| copy.signatory(common));
    if let ([Some(by), Some(same)], true) = (authors, own[0] != own[1])
        && by == same
    {
        return stands(usize::from(own[1]), Ground::Signed { by });
    }
    match copies.map(|copy| is_published(copy, common, published)) {
        [true, false] => stands(0, Ground::Published),
        [false, true] => stands(1, Ground::Published),
        _ => Standing::Open(OpenQuestion::NoEvidence),
    }
}

/// Whether the first line of a version behind the common ones is in one that others have.
pub(super) fn is_published(copy: &GameCopy, common: usize, published: &[Vec<ChainHash>]) -> bool {
    let hash = copy.chain.get(common + 1);
    hash.is_some() && published.iter().any(|chain| chain.get(common + 1) == hash)
}
