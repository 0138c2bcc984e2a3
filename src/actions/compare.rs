//! Comparing copies of a game: where they part, what each side has signed since, and what follows from it.

use super::copies::GameCopy;
use super::standing::{Ground, SignedTwice, Standing, acknowledged, standing};
use crate::proof::Proof;
use crate::record::{ChainHash, HeaderChange, RecordDifference, Signatory};

/// The most copies that are compared at once.
pub const MOST_COPIES: usize = 20;

/// What comparing copies of a game has shown.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The copies, as they were given.
    pub copies: Vec<GameCopy>,
    /// How each copy stands to an earlier one, for all pairs that tell something new.
    pub pairs: Vec<CopyPair>,
}

/// Two copies.
#[derive(Clone, Debug)]
pub struct CopyPair {
    /// Their indices.
    pub copies: [usize; 2],
    /// How they stand to each other.
    pub relation: CopyRelation,
}

/// How two copies stand to each other.
#[derive(Clone, Debug)]
pub enum CopyRelation {
    /// They are the same game, line by line and signature by signature.
    Same,
    /// One continues the other.
    Continues {
        /// The index of the longer one.
        longer: usize,
        /// How many actions it has more.
        more: usize,
    },
    /// They contradict each other.
    Fork(Box<Fork>),
}

/// Where two copies part, and how they go on.
#[derive(Clone, Debug)]
pub struct Fork {
    /// How many of the first actions both have.
    pub common: usize,
    /// The plies that stand after them.
    pub plies: usize,
    /// The chain hash after them; none where already what binds the players before the first action differs.
    pub chain: Option<ChainHash>,
    /// What differs before the first action.
    pub header: Vec<HeaderChange>,
    /// The ordinals of common actions of which the signatures differ.
    pub signatures: Vec<usize>,
    /// What one person has signed twice.
    pub twice: SignedTwice,
    /// How each goes on.
    pub tails: [Vec<TailLine>; 2],
    /// Who has acknowledged each beyond the common actions by a later signature: who, the action signed, and how many actions
    /// before it were known.
    pub acknowledged: [Vec<(Signatory, usize, usize)>; 2],
    /// Which of them stands.
    pub standing: Standing,
}

/// A line that only one of two copies has.
#[derive(Clone, Debug)]
pub struct TailLine {
    /// The number of the action, from 1.
    pub ordinal: usize,
    /// Whose it is.
    pub by: Signatory,
    /// The line, with time and comment.
    pub line: String,
    /// What is known of its author.
    pub proof: Proof,
}

impl Comparison {
    /// Compares copies of one game. `published` are the chains of versions that others have, where that counts.
    pub fn of(copies: Vec<GameCopy>, published: &[Vec<ChainHash>]) -> Comparison {
        let mut pairs = Vec::new();
        // A copy that another one holds tells nothing new.
        let mut held = vec![false; copies.len()];
        for later in 1..copies.len() {
            for earlier in 0..later {
                if held[earlier] || held[later] {
                    continue;
                }
                let relation = relation(&copies, [earlier, later], published);
                match relation {
                    CopyRelation::Same => held[later] = true,
                    CopyRelation::Continues { longer, .. } => {
                        held[if longer == later { earlier } else { later }] = true;
                    }
                    CopyRelation::Fork(_) => {}
                }
                pairs.push(CopyPair { copies: [earlier, later], relation });
            }
        }
        // What is held by another one stands where that one stands.
        pairs.retain(|pair| {
            !matches!(pair.relation, CopyRelation::Fork(_))
                || pair.copies.iter().all(|at| !held[*at])
        });
        Comparison { copies, pairs }
    }

    /// Whether no two of them contradict each other.
    pub fn agrees(&self) -> bool {
        !self.forks().any(|_| true)
    }

    /// The one copy that stands against all others, by its index, with the ground on which it does where they contradict it;
    /// none where that is open.
    pub fn stands(&self) -> Option<(usize, Option<Ground>)> {
        let stands = |at: &usize| {
            self.pairs.iter().filter(|pair| pair.copies.contains(at)).all(|pair| {
                match &pair.relation {
                    CopyRelation::Same => pair.copies[0] == *at,
                    CopyRelation::Continues { longer, .. } => longer == at,
                    CopyRelation::Fork(fork) => match fork.standing {
                        Standing::Stands { which, .. } => pair.copies[which] == *at,
                        Standing::Open(_) => false,
                    },
                }
            })
        };
        let standing: Vec<usize> = (0..self.copies.len()).filter(stands).collect();
        let &[stands] = &standing[..] else { return None };
        let ground = self.forks().find_map(|(copies, fork)| match fork.standing {
            Standing::Stands { which, ground } if copies[which] == stands => Some(ground),
            _ => None,
        });
        Some((stands, ground))
    }

    /// Where copies part.
    pub fn forks(&self) -> impl Iterator<Item = ([usize; 2], &Fork)> {
        self.pairs.iter().filter_map(|pair| match &pair.relation {
            CopyRelation::Fork(fork) => Some((pair.copies, &**fork)),
            _ => None,
        })
    }
}

fn relation(copies: &[GameCopy], at: [usize; 2], published: &[Vec<ChainHash>]) -> CopyRelation {
    let [one, other] = at.map(|at| &copies[at]);
    let found =
        RecordDifference::of((&one.record, &one.replayed), (&other.record, &other.replayed));
    let more = [found.removed.len(), found.added.len()];
    let same_start =
        found.signatures.is_empty() && !found.header.iter().any(|change| change.binding);
    match more {
        [0, 0] if same_start => CopyRelation::Same,
        [0, more] if same_start => CopyRelation::Continues { longer: at[1], more },
        [more, 0] if same_start => CopyRelation::Continues { longer: at[0], more },
        _ => CopyRelation::Fork(Box::new(Fork::of([one, other], found, published))),
    }
}

impl Fork {
    fn of(copies: [&GameCopy; 2], found: RecordDifference, published: &[Vec<ChainHash>]) -> Fork {
        let common = found.common;
        let chains = copies.map(|copy| copy.chain[common]);
        let lines = |actions: &[crate::record::Action<'_>], copy: &GameCopy| {
            let lines = actions.iter().zip(&copy.proofs[common..]).enumerate();
            let lines = lines.map(|(at, (action, proof))| TailLine {
                ordinal: common + at + 1,
                by: action.act.signatory(action.side),
                line: copy.line(action),
                proof: *proof,
            });
            lines.collect()
        };
        Fork {
            common,
            plies: copies[0].plies_after(common),
            chain: (chains[0] == chains[1]).then_some(chains[0]),
            twice: SignedTwice::of(copies, common),
            tails: [lines(&found.removed, copies[0]), lines(&found.added, copies[1])],
            acknowledged: copies.map(|copy| acknowledged(copy, common)),
            standing: standing(copies, &found, published),
            header: found.header,
            signatures: found.signatures,
        }
    }
}
