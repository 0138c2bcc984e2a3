//! Plots: bars of the lengths that numbers call for.

use riverpost::render::{Captions, PlotLook, PlyPlot, ShareBars, THEMES};

use super::pixels;
use crate::common::game;

const LOOK: PlotLook =
    PlotLook { theme: &THEMES[0], captions: Captions::Strokes, pixels: Some(320) };

#[test]
fn bars_of_plies() {
    let plot = PlyPlot {
        title: "a <game>".into(),
        values: [vec![0.0, 10.0], vec![5.0, 0.0]],
        first: 1,
        most: "10 s".into(),
    };
    let svg = plot.svg(game("wing"), &LOOK);
    // Two plies between 76 and 624 units, eight tenths of each filled; the line lies at 150 and the greatest is 110 high.
    assert!(svg.contains("<path class=\"south\" fill=\"#8c1c1c\" stroke=\"#222222\" stroke-width=\"0.5\" d=\"M377.4 150h219.2v-110h-219.2z\"/>"), "{svg}");
    assert!(svg.contains("d=\"M103.4 150h219.2v55h-219.2z\"/>"), "{svg}");
    assert!(svg.contains("<title>a &lt;game&gt;</title>"));
    assert_eq!(pixels(&svg, 0.5).width(), 160);
    for empty in [vec![], vec![0.0; 3]] {
        let plot = PlyPlot { values: [empty.clone(), empty], ..plot.clone() };
        pixels(&plot.svg(game("wing"), &LOOK), 0.1);
    }
}

#[test]
fn bars_of_shares() {
    let bars = ShareBars {
        title: "Results".into(),
        parts: ["South wins", "draws", "North wins"].map(String::from).to_vec(),
        rows: vec![("Wing & more".into(), vec![1, 0, 3]), ("none".into(), vec![0; 3])],
    };
    let svg = bars.svg(&PlotLook { captions: Captions::Text, ..LOOK });
    // 608 units for four games.
    for wide in ["x=\"16\" y=\"77\" width=\"152\"", "x=\"168\" y=\"77\" width=\"456\""] {
        assert!(svg.contains(wide), "{wide}: {svg}");
    }
    assert_eq!(svg.matches("height=\"16\"").count(), 2);
    assert!(svg.contains(">Wing &amp; more</text>"));
    assert!(svg.contains("<desc>Wing &amp; more: South wins 1, draws 0, North wins 3. none:"));
    // A name of strangers that is wider than the picture is cut, not what is said of it.
    let long = ShareBars { rows: vec![("W".repeat(500), vec![1, 0, 0])], ..bars };
    let svg = long.svg(&PlotLook { captions: Captions::Text, ..LOOK });
    assert!(svg.contains("W…</text>") && svg.contains(&format!("{}: South", "W".repeat(500))));
}
