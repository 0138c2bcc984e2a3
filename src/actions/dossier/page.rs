//! What a dossier shows, in plain words: a page that needs nothing besides itself.

use std::fmt::Write;

use super::case::{Case, Principal};
use super::evidence::instant;
use super::findings::{forks, found};
use crate::notation::write_move;
use crate::record::{Signatory, write_instant};
use crate::render::{
    PieceStyle, Scene, SvgBoard, counted, html_page, html_text, page_symbols, xml,
};
use crate::rules::{Line, Outcome, Side};

const STYLE: &str = "\
body{font:1rem/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}\
table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.2rem .5rem;text-align:left;\
vertical-align:top;overflow-wrap:anywhere}svg{width:22rem;max-width:100%;height:auto}\
pre{white-space:pre-wrap;overflow-wrap:anywhere}code{font-size:.85em;overflow-wrap:anywhere}.wrong{border:2px solid #a00;padding:.5rem}\
.defs{position:absolute;width:0;height:0}figure{display:inline-block;margin:0 1rem 0 0}";

/// The text of `index.html`.
pub(super) fn page(case: &Case<'_>) -> String {
    let title = format!("Dossier of {}", case.id());
    let mut page = format!("<h1>Dossier of the game {}</h1>\n", xml(case.id()));
    let parts = [game, people, dispute, actions, proved, history];
    for part in parts.map(|part| part(case)) {
        page.push_str(&part);
    }
    page.push_str(
        "<p>How anybody repeats the proof without riverpost is said in <code>README.txt</code>. The clocks are in \
         <code>clocks.txt</code>, the commits in <code>history.txt</code>, the rules in <code>rules.txt</code>.</p>\n",
    );
    html_page(&title, STYLE, &page)
}

/// A text in a page: without signs that would disguise it, and escaped.
fn safe(case: &Case<'_>, text: &str) -> String {
    html_text(&case.text(text))
}

fn table(heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cell: &str, cells: &mut dyn Iterator<Item = &str>| {
        let cells: String = cells.map(|text| format!("<{cell}>{text}</{cell}>")).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let mut table = format!("<table>\n{}", line("th", &mut heads.iter().copied()));
    for row in rows {
        table.push_str(&line("td", &mut row.iter().map(String::as_str)));
    }
    table + "</table>\n"
}

fn game(case: &Case<'_>) -> String {
    let (header, game) = (case.shown().header(), case.record.game());
    let mut text =
        format!("<p>{}, decided by revision {} of its rulings.", xml(game.title), game.revision);
    for (what, value) in
        [("Event", &header.event), ("Site", &header.site), ("Round", &header.round)]
    {
        if let Some(value) = value {
            let _ = write!(text, " {what}: {}.", safe(case, value));
        }
    }
    if let Some(started) = &header.started {
        let _ = write!(text, " Started {}.", write_instant(started));
    }
    let result = match (case.replayed.termination, case.replayed.outcome) {
        (None, _) => "It goes on".to_owned(),
        (Some(why), None) => format!("It is over without a result ({})", why.name()),
        (Some(why), Some(Outcome::Draw)) => format!("It is drawn ({})", why.name()),
        (Some(why), Some(Outcome::Won(side))) => {
            format!("{} has won ({})", game.side(side), why.name())
        }
    };
    let withheld = if case.redacted.is_some() { " Addresses are withheld." } else { "" };
    let actions = counted(case.actions.len(), "action", "actions");
    text + &format!(" {result}; the record has {actions}.{withheld}</p>\n")
}

/// The name that the record has for somebody.
fn name(case: &Case<'_>, whose: Signatory) -> String {
    let header = case.shown().header();
    let person = match whose {
        Signatory::Side(side) => header.players.of(side),
        Signatory::Arbiter => header.arbiter.as_ref(),
    };
    person.map_or_else(|| "nobody".into(), |person| safe(case, &person.name))
}

fn people(case: &Case<'_>) -> String {
    let mut rows = Vec::new();
    for whose in [Signatory::Side(Side::South), Signatory::Side(Side::North), Signatory::Arbiter] {
        let mut known = case.principals.iter().filter(|known| known.whose == whose).peekable();
        if known.peek().is_none() {
            let none = ["no key", "", ""].map(str::to_owned);
            rows.push([vec![whose.name().into(), name(case, whose)], none.to_vec()].concat());
        }
        for Principal { name: principal, key, after, .. } in known {
            let held = match after {
                Some(0) => "from the start".into(),
                Some(after) => format!("from action {after} on"),
                None => "proposed, never accepted".into(),
            };
            let elsewhere =
                case.origin.as_ref().and_then(|origin| origin.elsewhere.get(key.as_str()));
            let elsewhere = elsewhere.into_iter().flatten();
            let elsewhere: Vec<_> =
                elsewhere.map(|(id, whose)| format!("{} of {}", whose.name(), xml(id))).collect();
            let key = format!("<code>{}</code>", xml(&key.fingerprint()));
            rows.push(vec![principal.clone(), name(case, whose), key, held, elsewhere.join(", ")]);
        }
    }
    let heads =
        ["", "named in the record", "key", "held", "the same key elsewhere in this repository"];
    format!(
        "<h2>Who</h2>\n{}<p>A name is what the record says, and anybody can write a name. A key is what somebody has: below, \
         \u{201c}the holder of the key\u{201d} is whoever could sign with it.</p>\n",
        table(&heads, rows)
    )
}

fn dispute(case: &Case<'_>) -> String {
    let game = case.record.game();
    let symbols = page_symbols([game], PieceStyle::default());
    let mut text = format!("<h2>The position</h2>\n{symbols}");
    let mut figure = |line: &Line, words: &str| {
        let board = SvgBoard::default().in_page(&Scene::of(line, false));
        let _ = writeln!(text, "<figure>\n{board}<figcaption>{words}</figcaption>\n</figure>");
    };
    let line = case.replayed.line.back_to(case.ply);
    match (case.ply.checked_sub(1), line.moves().last()) {
        (Some(before), Some(m)) => {
            let then = line.back_to(before);
            let (side, played) = (then.position().turn(), write_move(then.position(), *m));
            figure(&then, &format!("after {}", counted(before, "ply", "plies")));
            let (side, played) = (game.side(side), xml(&played));
            figure(&line, &format!("after ply {}: {side} plays {played}", case.ply));
        }
        _ => figure(&line, "at the start"),
    }
    text
}

fn actions(case: &Case<'_>) -> String {
    let rows = case.actions.iter().enumerate().map(|(index, action)| {
        let number = index + 1;
        let line = match case.line(action) {
            Some(line) => safe(case, &line),
            None => "withheld, since it has an address".into(),
        };
        let comment = action.comment.as_deref().map(|text| safe(case, text)).unwrap_or_default();
        let entered = case.entry(number).map_or_else(String::new, |entry| {
            let by = safe(case, &entry.committer.name);
            format!("{} by \u{201c}{by}\u{201d}", instant(entry.entered))
        });
        let signed: Vec<String> = case
            .signed_of(number)
            .iter()
            .map(|signed| {
                let by = case.principal(signed).map_or("a key that is not sound", |by| &by.name);
                let first = signed.line.base + 1;
                match number - first {
                    _ if !case.fits(signed) => format!("{by}: does not fit"),
                    0 => by.to_owned(),
                    1 => format!("{by}, without knowledge of action {first}"),
                    _ => format!("{by}, without knowledge of actions {first} to {}", number - 1),
                }
            })
            .collect();
        let signed = if signed.is_empty() { "nobody".into() } else { signed.join(", ") };
        let hash = case.chain.get(number).map(|hash| hash.short()).unwrap_or_default();
        vec![number.to_string(), line, comment, signed, entered, format!("<code>{hash}</code>")]
    });
    let heads =
        ["", "action [time claimed]", "comment", "signed by the key of", "entered", "chain"];
    format!("<h2>What was done</h2>\n{}", table(&heads, rows))
}

/// What an audit found, and where rival versions part.
fn history(case: &Case<'_>) -> String {
    let Some(origin) = &case.origin else { return String::new() };
    let mut text = String::from("<h2>What the history shows</h2>\n<ul>\n");
    for finding in &origin.audit.findings {
        let (found, means) =
            (xml(&found(finding, |text| case.text(text))), xml(finding.kind.meaning()));
        let _ = writeln!(text, "<li>{found}<br>{means}</li>");
    }
    for hole in &origin.audit.holes {
        let _ = writeln!(text, "<li>Not known: {}</li>", safe(case, &hole.to_string()));
    }
    if origin.audit.findings.is_empty() && origin.audit.holes.is_empty() {
        text.push_str(
            "<li>An audit of the commits that lead to this record has found nothing.</li>\n",
        );
    }
    text.push_str("</ul>\n");
    for fork in forks(case, origin) {
        let _ =
            writeln!(text, "<h2>Another version is known</h2>\n<pre>{}</pre>", xml_lines(&fork));
    }
    text
}

/// The lines of a text, escaped.
fn xml_lines(text: &str) -> String {
    text.lines().map(|line| xml(line) + "\n").collect()
}

fn proved(case: &Case<'_>) -> String {
    let mut text = String::from("<h2>What is proved</h2>\n");
    if let Some(fault) = &case.fault {
        let _ = writeln!(
            text,
            "<p class=\"wrong\">The signatures do not hold. Line {} of the record: {}</p>",
            fault.place.line,
            safe(case, &fault.advised())
        );
    }
    text.push_str("<ul>\n");
    for by in &case.principals {
        let own = case.signed.iter().filter(|signed| {
            let whose = case.principal(signed);
            case.fits(signed) && whose.is_some_and(|known| known.name == by.name)
        });
        let holder = format!(
            "The holder of the key <code>{}</code> ({})",
            xml(&by.key.fingerprint()),
            by.name
        );
        let _ = match own.clone().next_back() {
            None => writeln!(text, "<li>{holder} has signed nothing here.</li>"),
            Some(last) => writeln!(
                text,
                "<li>{holder} has signed {} of the actions, the last of them action {}, and has thereby acknowledged every \
                 line up to action {}.</li>",
                own.count(),
                last.line.ordinal,
                last.line.base
            ),
        };
    }
    let signed = |number: &usize| case.signed_of(*number).iter().any(|signed| case.fits(signed));
    let unsigned = (1..=case.actions.len()).filter(|number| !signed(number)).count();
    let _ = match unsigned {
        0 => writeln!(text, "<li>Every action is signed.</li>\n</ul>"),
        _ => {
            let actions = counted(unsigned, "action has", "actions have");
            writeln!(text, "<li>{actions} no signature that fits.</li>\n</ul>")
        }
    };
    text.push_str(
        "<p>What a holder has acknowledged cannot be altered without that key. Not protected by the record alone are a \
         player\u{2019}s own last lines until the other side has signed again, and that nothing stood behind the last line.</p>\n",
    );
    text
}
