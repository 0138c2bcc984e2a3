//! Which command may have been meant by words in another order: `draw ben-1 accept` for `draw accept ben-1`.

use std::ffi::OsString;

/// The command line that the words make in another order, if they make one that is read.
pub(super) fn meant(program: &clap::Command, given: &[OsString]) -> Option<String> {
    let words: Option<Vec<&str>> = given.iter().skip(1).map(|word| word.to_str()).collect();
    let words = words?;
    let mut tried = Vec::new();
    for noun in program.get_subcommands() {
        for (at, _) in words.iter().enumerate().filter(|(_, word)| **word == noun.get_name()) {
            let rest = without(&words, at);
            let verbs = noun.get_subcommands().flat_map(|verb| {
                let here = rest.iter().enumerate().filter(|(_, word)| **word == verb.get_name());
                here.map(|(at, word)| [&[noun.get_name(), *word][..], &without(&rest, at)].concat())
            });
            tried.extend(verbs);
            if at > 0 {
                tried.push([&[noun.get_name()][..], &rest].concat());
            }
        }
    }
    let reads = |words: &Vec<&str>| {
        let line = std::iter::once("riverpost").chain(words.iter().copied());
        program.clone().try_get_matches_from(line).is_ok()
    };
    let found = tried.into_iter().filter(|tried| *tried != words).find(reads)?;
    let words: Vec<String> = found.into_iter().map(quoted).collect();
    Some(format!("riverpost {}", words.join(" ")))
}

fn without<'w>(words: &[&'w str], at: usize) -> Vec<&'w str> {
    words.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, word)| *word).collect()
}

/// A word as a shell would want it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,@+%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
