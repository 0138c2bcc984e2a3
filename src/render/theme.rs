//! Colours of pictures as data.

use crate::rules::PieceColours;

/// The colours of a board and of what is written around it, each as `0xRRGGBB`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// What people call it.
    pub name: &'static str,
    /// Behind everything.
    pub background: u32,
    /// Captions and coordinates.
    pub ink: u32,
    /// The lines between squares.
    pub grid: u32,
    /// A light square, and every square without a zone on a board with zones.
    pub light: u32,
    /// A dark square of a chequered board.
    pub dark: u32,
    /// A square of the River.
    pub river: u32,
    /// The squares of the palaces, South's first.
    pub palaces: [u32; 2],
    /// The squares of the last move.
    pub last: u32,
    /// Arrows, and the frame of the last move's squares.
    pub arrow: u32,
    /// The ring around a royal piece in check.
    pub check: u32,
    /// Behind what stands apart on a page, such as the head of a table.
    pub panel: u32,
    /// Whether the pieces' colours are shown as greys.
    pub grey: bool,
}

/// The themes there are, the usual one first.
pub const THEMES: &[Theme] = &[
    Theme {
        name: "light",
        background: 0xffffff,
        ink: 0x222222,
        grid: 0x8f8672,
        light: 0xf1e8d3,
        dark: 0xc9b38c,
        river: 0xb9dcf0,
        palaces: [0xd9bfb4, 0xc9dfbd],
        last: 0xf3dc6b,
        arrow: 0x1f5f9e,
        check: 0xc4161c,
        panel: 0xf4f1ea,
        grey: false,
    },
    Theme {
        name: "dark",
        background: 0x1c1e21,
        ink: 0xe8e6e1,
        grid: 0x2c2e32,
        light: 0x7d7f83,
        dark: 0x55585d,
        river: 0x47708c,
        palaces: [0x8a625a, 0x5f7d58],
        last: 0x9c8a2e,
        arrow: 0x8fc7ff,
        check: 0xff7a70,
        panel: 0x2a2d31,
        grey: false,
    },
    Theme {
        name: "grey",
        background: 0xffffff,
        ink: 0x000000,
        grid: 0x808080,
        light: 0xf0f0f0,
        dark: 0xc4c4c4,
        river: 0xdadada,
        palaces: [0xcccccc, 0xcccccc],
        last: 0xb0b0b0,
        arrow: 0x303030,
        check: 0x000000,
        panel: 0xf0f0f0,
        grey: true,
    },
];

/// What a piece is drawn in, each as `0xRRGGBB`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    /// The greater part of it.
    pub fill: u32,
    /// The rest.
    pub second: u32,
    /// Outlines and lines: light on dark colours, dark on light ones.
    pub ink: u32,
}

impl Theme {
    /// The theme of that name.
    pub fn named(name: &str) -> Option<&'static Theme> {
        THEMES.iter().find(|theme| theme.name == name)
    }

    /// The colours as variables of a style sheet, such as `--ink`. With those of the first theme come those of the second, for
    /// readers who want dark pages.
    pub(super) fn variables(&self) -> String {
        if *self != THEMES[0] {
            let scheme = if lightness(self.background) < 128 { "dark" } else { "light" };
            return format!(":root{{color-scheme:{scheme};{}}}\n", self.declarations());
        }
        format!(
            ":root{{color-scheme:light dark;{}}}\n@media (prefers-color-scheme:dark){{:root{{{}}}}}\n",
            self.declarations(),
            THEMES[1].declarations()
        )
    }

    fn declarations(&self) -> String {
        let colours = [
            ("background", self.background),
            ("ink", self.ink),
            ("grid", self.grid),
            ("light", self.light),
            ("dark", self.dark),
            ("river", self.river),
            ("south-palace", self.palaces[0]),
            ("north-palace", self.palaces[1]),
            ("last", self.last),
            ("arrow", self.arrow),
            ("check", self.check),
            ("panel", self.panel),
        ];
        colours.map(|(name, colour)| format!("--{name}:{}", hex(colour))).join(";")
    }

    /// How the theme shows the colours of a side's pieces.
    pub fn paint(&self, colours: PieceColours) -> Paint {
        let shown = |colour| if self.grey { lightness(colour) * 0x01_01_01 } else { colour };
        let ink = if lightness(colours.main) < 128 { 0xfff3e6 } else { 0x1a1408 };
        Paint { fill: shown(colours.main), second: shown(colours.second), ink: shown(ink) }
    }
}

/// How light a colour is, from 0 to 255.
pub fn lightness(colour: u32) -> u32 {
    let part = |shift: u32| colour >> shift & 0xff;
    (2126 * part(16) + 7152 * part(8) + 722 * part(0)) / 10_000
}

/// A colour as SVG and HTML write it.
pub fn hex(colour: u32) -> String {
    format!("#{colour:06x}")
}
