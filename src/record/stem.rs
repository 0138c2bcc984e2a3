//! The beginning of a record's id, made of its game, its year and its players.

use super::player::Player;
use crate::rules::Game;

/// The game's name, the year of the day (`undated` where none is known) and the players' first names, South's first, which begin an
/// id where none is chosen: `wing-2026-anna-ben`.
pub fn id_stem(game: &Game, day: Option<&str>, players: [Option<&Player>; 2]) -> String {
    let year: String = day.map_or("undated".into(), |day| day.chars().take(4).collect());
    let [south, north] = players.map(|player| player.map_or("x".into(), first_name));
    format!("{}-{year}-{south}-{north}", game.name)
}

/// The first word of a player's name in small Latin letters and digits, letters with marks without them. Of a name in a script
/// that is not known here, the beginning of the address, or else the numbers that Unicode gives its letters; `x` when there
/// is nothing.
fn first_name(player: &Player) -> String {
    const LONGEST: usize = 20;
    let first = |text: &str| {
        let word = |word: &str| word.to_lowercase().chars().map(latin).collect::<String>();
        text.split(|c: char| c.is_whitespace() || ".@+_".contains(c))
            .map(word)
            .find(|w| !w.is_empty())
    };
    let numbers = |name: &str| {
        let letters = name.split_whitespace().next()?.chars().filter(|c| c.is_alphanumeric());
        Some(letters.map(|c| format!("u{:x}", c as u32)).collect::<String>())
    };
    let word = first(&player.name)
        .or_else(|| first(player.email.as_deref()?))
        .or_else(|| numbers(&player.name).filter(|numbers| !numbers.is_empty()));
    word.map_or_else(|| "x".into(), |word| word.chars().take(LONGEST).collect())
}

/// A small letter or a digit in Latin letters; nothing for a sign, or a letter of a script that is not known here.
fn latin(c: char) -> String {
    const PLAIN: &[(&str, &str)] = &[
        ("àáâãåāăąǎ", "a"),
        ("äæǽ", "ae"),
        ("çćĉċč", "c"),
        ("ďđð", "d"),
        ("èéêëēĕėęě", "e"),
        ("ĝğġģ", "g"),
        ("ĥħ", "h"),
        ("ìíîïĩīĭįı", "i"),
        ("ĵ", "j"),
        ("ķ", "k"),
        ("ĺļľŀł", "l"),
        ("ñńņňŋ", "n"),
        ("òóôõōŏőǒ", "o"),
        ("öøœ", "oe"),
        ("ŕŗř", "r"),
        ("śŝşšș", "s"),
        ("ß", "ss"),
        ("ţťŧț", "t"),
        ("þ", "th"),
        ("ùúûũūŭůűųǔ", "u"),
        ("ü", "ue"),
        ("ŵ", "w"),
        ("ýÿŷ", "y"),
        ("źżž", "z"),
        ("αά", "a"),
        ("βв", "v"),
        ("γг", "g"),
        ("δд", "d"),
        ("εέеэ", "e"),
        ("ζз", "z"),
        ("ηήιίϊΐи", "i"),
        ("θ", "th"),
        ("κк", "k"),
        ("λл", "l"),
        ("μм", "m"),
        ("νн", "n"),
        ("ξ", "x"),
        ("οόоωώ", "o"),
        ("πп", "p"),
        ("ρр", "r"),
        ("σςс", "s"),
        ("τт", "t"),
        ("υύϋу", "u"),
        ("φф", "f"),
        ("χх", "ch"),
        ("ψ", "ps"),
        ("а", "a"),
        ("б", "b"),
        ("ё", "yo"),
        ("ж", "zh"),
        ("йы", "y"),
        ("ц", "ts"),
        ("ч", "ch"),
        ("ш", "sh"),
        ("щ", "shch"),
        ("ю", "yu"),
        ("я", "ya"),
        ("і", "i"),
        ("ї", "yi"),
        ("є", "ye"),
        ("ґ", "g"),
    ];
    if c.is_ascii_alphanumeric() {
        return c.into();
    }
    let plain = PLAIN.iter().find(|(letters, _)| letters.contains(c));
    plain.map(|(_, plain)| (*plain).to_owned()).unwrap_or_default()
}
