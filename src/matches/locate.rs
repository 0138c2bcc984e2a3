//! Where in a match file something is declared, for messages.

/// The line and column, from 1, at which the value of the first `id`, `for` or `name` key with that value stands;
/// none where there is none.
pub fn locate(text: &str, value: &str) -> Option<(usize, usize)> {
    ["id", "for", "name"].into_iter().find_map(|key| {
        text.lines()
            .enumerate()
            .find_map(|(row, line)| column(line, key, value).map(|column| (row + 1, column)))
    })
}

fn column(line: &str, key: &str, value: &str) -> Option<usize> {
    line.match_indices(key).find_map(|(at, _)| {
        let alone = line[..at].chars().next_back().is_none_or(|c| matches!(c, ' ' | '{' | ','));
        let after = line[at + key.len()..].strip_prefix(':')?.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
        let found = after.trim_start_matches(['"', '\'']).strip_prefix(value)?;
        let ends = match quote {
            Some(quote) => found.starts_with(quote),
            None => found.is_empty() || found.starts_with([' ', ',', '}']),
        };
        let start = line.len() - after.len();
        (alone && ends).then(|| line[..start].chars().count() + 1)
    })
}
