//! The emblems of the pieces: shapes of our own, one for each kind, and letters for a kind that has none.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::OnceLock;

use super::lettering::{number, strokes, width};
use super::theme::{Theme, hex};
use crate::notation::diagram::cell_name;
use crate::rules::{Direction, Frenzy, Game, Piece, Role, Side};

/// The side of the square in which emblems are drawn, in units.
pub const EMBLEM_SIZE: u32 = 48;

/// How pieces are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PieceStyle {
    /// Each kind by its emblem, or by its letters where it has none.
    #[default]
    Emblems,
    /// Each kind by its abbreviation on a disc.
    Letters,
}

/// What is done with a shape of an emblem.
#[derive(Clone, Copy)]
enum Layer {
    Body,
    Accent,
    Line,
}

type Shapes = Vec<(Layer, &'static str)>;

/// The emblems by the English names of the kinds, and the marks of states.
fn emblems() -> &'static BTreeMap<&'static str, Shapes> {
    static EMBLEMS: OnceLock<BTreeMap<&'static str, Shapes>> = OnceLock::new();
    EMBLEMS.get_or_init(|| {
        let mut emblems = BTreeMap::new();
        let mut names: Vec<&'static str> = Vec::new();
        let lines = include_str!("emblems.txt").lines();
        for line in lines.filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let Some(shape) = line.strip_prefix("  ") else {
                names = line.split(" | ").collect();
                continue;
            };
            let Some((layer, path)) = shape.split_once(' ') else { continue };
            let layer = match layer {
                "body" => Layer::Body,
                "accent" => Layer::Accent,
                _ => Layer::Line,
            };
            for name in &names {
                emblems.entry(*name).or_insert_with(Shapes::new).push((layer, path));
            }
        }
        emblems
    })
}

/// Whether a piece has an emblem; without one its letters are shown.
pub fn has_emblem(game: &Game, piece: Piece) -> bool {
    emblems().contains_key(game.piece_name(piece))
}

/// The marks of states, each with the name of its symbol.
const FACING: (&str, &str) = ("mark: facing", "mark-facing");
const FRENZIED: (&str, &str) = ("mark: frenzied", "mark-frenzied");
const FIRST_MOVE: (&str, &str) = ("mark: first move", "mark-first-move");

/// The name of a kind's symbol.
fn symbol_id(name: &str) -> String {
    let letters =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    format!("emblem-{}", letters.collect::<String>())
}

/// The emblems of the kinds of some games and the marks of their states as SVG `<symbol>`s within `<defs>`, to be referred to by
/// what draws a piece. A symbol takes its colours from where it is used: `fill`, `color` for the second colour, and
/// `stroke`.
pub fn symbols<'g>(games: impl IntoIterator<Item = &'g Game>, style: PieceStyle) -> String {
    let mut wanted: Vec<(&str, String)> = Vec::new();
    let roles: Vec<&Role> = games.into_iter().flat_map(|game| &game.roles).collect();
    let names = roles.iter().flat_map(|role| role.name);
    for name in names.filter(|name| style == PieceStyle::Emblems && emblems().contains_key(name)) {
        if !wanted.iter().any(|(known, _)| *known == name) {
            wanted.push((name, symbol_id(name)));
        }
    }
    let has = |state: fn(&Role) -> bool| roles.iter().any(|role| state(role));
    let marks = [
        (FACING, has(|role| role.facing.is_some())),
        (FRENZIED, has(|role| role.frenzy == Frenzy::Frenzied)),
        (FIRST_MOVE, has(|role| role.moves_once)),
    ];
    let marks = marks.into_iter().filter(|(_, has)| *has);
    wanted.extend(marks.map(|((name, id), _)| (name, id.to_owned())));
    let mut out = String::from("<defs>\n");
    for (name, id) in wanted {
        let _ = write!(
            out,
            "<symbol id=\"{id}\" viewBox=\"0 0 {EMBLEM_SIZE} {EMBLEM_SIZE}\"><g stroke-linejoin=\"round\" stroke-linecap=\"round\" stroke-width=\"2\">"
        );
        for (layer, path) in &emblems()[name] {
            let how = match layer {
                Layer::Body => "",
                Layer::Accent => " fill=\"currentColor\"",
                Layer::Line => " fill=\"none\" stroke-width=\"2.5\"",
            };
            let _ = write!(out, "<path{how} d=\"{path}\"/>");
        }
        out.push_str("</g></symbol>\n");
    }
    out + "</defs>\n"
}

/// [`symbols`] once for all boards of a page, as a picture that takes no room: the page's style must give its class `defs` no
/// size.
pub fn page_symbols<'g>(games: impl IntoIterator<Item = &'g Game>, style: PieceStyle) -> String {
    format!("<svg class=\"defs\" aria-hidden=\"true\">\n{}</svg>\n", symbols(games, style))
}

/// The attributes that give what [`piece`] draws the colours of a side.
pub(super) fn colours(game: &Game, side: Side, theme: &Theme) -> String {
    let paint = theme.paint(game.colours[side.at()]);
    format!(
        "fill=\"{}\" color=\"{}\" stroke=\"{}\"",
        hex(paint.fill),
        hex(paint.second),
        hex(paint.ink)
    )
}

/// A piece in a square of `size` units whose left upper corner is at `x`, `y`: its emblem or letters, and the marks of
/// its state. The board is seen from North's side when `flip` is set. The colours are those of the element around it.
pub(super) fn piece(
    game: &Game,
    piece: Piece,
    (x, y): (f64, f64),
    size: f64,
    (style, flip): (PieceStyle, bool),
    theme: &Theme,
) -> String {
    let (role, side) = (game.role_of(piece), piece.side());
    let facing = role.facing(side);
    // The mark of a facing lies at an edge of the square.
    let inset = if facing.is_some() { size / 8.0 } else { 0.0 };
    let mut out = match style {
        PieceStyle::Emblems if has_emblem(game, piece) => {
            used(&symbol_id(game.piece_name(piece)), (x + inset, y + inset), size - 2.0 * inset, 0)
        }
        _ => letters(game, piece, (x + inset, y + inset), size - 2.0 * inset, theme),
    };
    if let Some(facing) = facing {
        let quarter = Direction::FACINGS.iter().position(|d| *d == facing).unwrap_or(0);
        let angle = (quarter * 90 + if flip { 180 } else { 0 }) % 360;
        out.push_str(&used(FACING.1, (x, y), size, angle));
    }
    if role.frenzy == Frenzy::Frenzied {
        // Below the letters, where there are some.
        let (at, side) = match style {
            PieceStyle::Emblems => ((x, y), size),
            PieceStyle::Letters => ((x + size * 0.2, y + size * 0.4), size * 0.6),
        };
        out.push_str(&used(FRENZIED.1, at, side, 0));
    }
    if role.moves_once {
        out.push_str(&used(FIRST_MOVE.1, (x, y), size, 0));
    }
    out
}

fn used(id: &str, (x, y): (f64, f64), size: f64, angle: usize) -> String {
    let (left, top, side) = (number(x), number(y), number(size));
    let turned = match angle {
        0 => String::new(),
        _ => format!(
            " transform=\"rotate({angle} {} {})\"",
            number(x + size / 2.0),
            number(y + size / 2.0)
        ),
    };
    format!(
        "<use href=\"#{id}\" x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\"{turned}/>"
    )
}

/// The abbreviation on a disc that it never overflows.
fn letters(game: &Game, piece: Piece, (x, y): (f64, f64), size: f64, theme: &Theme) -> String {
    let ink = hex(theme.paint(game.colours[piece.side().at()]).ink);
    let label = cell_name(game, piece);
    let radius = size * 0.45;
    // The label lies within a chord of the disc.
    let room = radius * 1.6;
    let height = (size * 0.28).min(size * 0.28 * room / width(&label, size * 0.28));
    let (cx, cy) = (x + size / 2.0, y + size / 2.0);
    let left = cx - width(&label, height) / 2.0;
    format!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" stroke-width=\"{}\"/>{}",
        number(cx),
        number(cy),
        number(radius),
        number(size / 24.0),
        strokes(&label, left, cy + height / 2.0, height, &ink)
    )
}
