//! Which command may have been meant by arguments that make none.

use std::ffi::OsString;

use clap::error::ContextKind;

/// What to do instead of what was given.
pub(super) fn hint(
    program: &clap::Command,
    given: &[OsString],
    error: &clap::Error,
) -> Option<String> {
    if let Some(line) = meant(program, given) {
        return Some(format!("did you mean `{line}`?"));
    }
    let word = error.get(ContextKind::InvalidSubcommand)?.to_string().to_lowercase();
    elsewhere(&word)
        .map(str::to_owned)
        .or_else(|| nouns(program, &word))
        .or_else(|| verbs(program, given))
}

/// The command for what people call by another name, or know from other programs.
fn elsewhere(word: &str) -> Option<&'static str> {
    Some(match word {
        "undo" | "revert" | "back" => {
            "a move stands once it is recorded; ask for it to be taken back: \
             `riverpost takeback request REC 1`"
        }
        "status" => "`riverpost show REC` shows a game, `riverpost inbox` what waits for you",
        "board" | "view" | "display" | "print" => "`riverpost show REC` shows the board",
        "games" | "ls" => "`riverpost list` lists the games",
        "history" | "moves" => "`riverpost log REC` lists what was done in a game",
        "play" => "`riverpost move REC MOVE` plays a move",
        "start" | "create" | "open" => "`riverpost new GAME` opens a game",
        "pull" | "push" | "fetch" | "merge" => "`riverpost sync` fetches, merges and pushes",
        "offer" => "a draw is offered with a move: `riverpost move REC MOVE --draw`",
        "draw" => {
            "a draw is claimed with `riverpost claim repetition REC` or \
             `riverpost claim fifty-move REC`, offered with `riverpost move REC MOVE --draw`"
        }
        "abandon" | "abort" | "cancel" | "quit" => {
            "`riverpost resign REC` loses the game, `riverpost void propose REC` asks that it end \
             without a result, `riverpost withdraw REC` ends one that not both have joined"
        }
        "flag" | "timeout" => "`riverpost claim time REC` claims that the other's flag has fallen",
        "time" | "times" => "`riverpost clock REC` shows what time is left",
        "check" | "validate" | "fsck" => "`riverpost verify` checks the records",
        "vacation" | "holiday" => "`riverpost leave REC FROM..TO` takes leave",
        "chat" | "say" | "comment" => {
            "what is said goes with an action: `riverpost move REC MOVE --comment TEXT`"
        }
        "send" | "email" | "reply" => {
            "`riverpost mail compose REC MOVE --send` sends a move by e-mail"
        }
        "me" => "`riverpost help` lists the commands, `riverpost inbox` what waits for you",
        "version" => "`riverpost --version` says which version it is",
        _ => return None,
    })
}

/// The commands that have a command of this name.
fn nouns(program: &clap::Command, verb: &str) -> Option<String> {
    let having = program.get_subcommands().filter(|noun| noun.find_subcommand(verb).is_some());
    let lines: Vec<String> =
        having.map(|noun| format!("`riverpost {} {verb}`", noun.get_name())).collect();
    (!lines.is_empty()).then(|| format!("there is {}", lines.join(", ")))
}

/// The commands of the command that is named first.
fn verbs(program: &clap::Command, given: &[OsString]) -> Option<String> {
    let noun = program.find_subcommand(given.get(1)?)?;
    let verbs: Vec<&str> = noun.get_subcommands().map(clap::Command::get_name).collect();
    let first = format!("`riverpost {} {}`", noun.get_name(), verbs.first()?);
    Some(format!(
        "behind {} comes what to do: {}, as in {first}",
        noun.get_name(),
        verbs.join(", ")
    ))
}

/// The command line that may have been meant by words in another order, such as `draw ben-1 accept`: one that is read.
fn meant(program: &clap::Command, given: &[OsString]) -> Option<String> {
    let words: Option<Vec<&str>> = given.iter().skip(1).map(|word| word.to_str()).collect();
    let words = words?;
    let mut tried = Vec::new();
    let lower = words.first().map(|word| word.to_lowercase());
    tried.extend(lower.iter().map(|word| [&[word.as_str()][..], &words[1..]].concat()));
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
