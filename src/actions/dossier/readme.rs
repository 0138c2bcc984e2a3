//! How the proof is repeated without riverpost: a text in which each line that begins with four blanks is one of a command.

use super::case::Case;
use super::evidence::{MAILS, name_of, statement_file};
use super::files::DossierFiles;

const TEMPLATE: &str = include_str!("readme.txt");

const RECORD: &str = "
   This prints <blob>:

    git hash-object --no-filters record.yaml
";
const WITHHELD: &str = "
   The record has addresses and is withheld; git knows it as <blob>.
";
const COMMITS: &str = "
   With the folder of the repository in $REPOSITORY, these are the commits that brought the record as it
   is here, and its place in the commit that was looked at.

    git -C \"$REPOSITORY\" log --all --format='%H entered %cI' --find-object=<blob>
    git -C \"$REPOSITORY\" ls-tree -r <commit> | grep <blob>
";
const NO_HEADER: &str = "
   The header has addresses and is withheld; hash 0 is
   <hash>.
   Whoever has the record finds that hash with `riverpost log --json`, and then the keys and names in
   record-redacted.yaml can be compared. An action with an address is withheld, too: in its place stands
   the hash after it.
";
const ONE: &str = "
   The signature of the last signed action alone:

    ssh-keygen -Y verify -f allowed_signers -I <who> -n riverpost -s signatures/<name>.sig < statements/<name>.txt
";

const MAIL_FILES: &str = "  mails/                the mails that made lines, as they came, by the first digits of the commit's
                        hash; in base64 what is no UTF-8; what they claim is not verified
";

/// The text of `README.txt`.
pub(super) fn readme(case: &Case<'_>, files: &DossierFiles) -> String {
    let withheld = case.redacted.is_some();
    let contents = match withheld {
        true => "  record-redacted.yaml  the record without addresses and signatures",
        false => {
            "  record.yaml           the record, byte for byte\n  \
             header.txt            what of its header the players are bound by, as the chain takes it in"
        }
    };
    let origin = match &case.origin {
        None => "\n   It was not read from a commit, so there is nothing to compare.\n".to_owned(),
        Some(origin) => (if withheld { WITHHELD } else { RECORD }.to_owned() + COMMITS)
            .replace("<blob>", &origin.blob)
            .replace("<commit>", &origin.commit),
    };
    let (header, first) = match case.chain.first().filter(|_| withheld) {
        Some(hash) => (NO_HEADER.replace("<hash>", &hash.to_string()), "head -n 1 chain.txt"),
        None => (String::new(), "sha256sum < header.txt | cut -d ' ' -f 1"),
    };
    // The last one whose files are here.
    let last = case.signed.iter().rev().find_map(|signed| {
        let name = name_of(signed);
        files.text(&statement_file(&name))?;
        Some((name, case.principal(signed)?))
    });
    let one = last.map_or_else(
        || "\n   No action here is signed.\n".to_owned(),
        |(name, by)| ONE.replace("<name>", &name).replace("<who>", &by.name),
    );
    let nonce = case.record.header().nonce.as_deref().unwrap_or("-");
    let findings = [
        ("audit.txt", "  audit.txt             what an audit of the commits finds\n"),
        (
            "fork.txt",
            "  fork.txt, rivals/     other versions of the record, and where they part from this one\n",
        ),
    ];
    let findings = findings.into_iter().filter(|(file, _)| files.text(file).is_some());
    let mut findings: String = findings.map(|(_, line)| line).collect();
    if files.paths().any(|path| path.starts_with(MAILS)) {
        findings.push_str(MAIL_FILES);
    }
    [
        ("<findings>\n", findings.as_str()),
        ("<id>", case.id()),
        ("<nonce>", nonce),
        ("<contents>", contents),
        ("<origin>\n", &origin),
        ("<header>\n", &header),
        ("<hash 0>", first),
        ("<one>\n", &one),
    ]
    .into_iter()
    .fold(TEMPLATE.to_owned(), |text, (place, value)| text.replace(place, value))
}
