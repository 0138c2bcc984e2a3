//! What is shown: text for terminals and pages, emblems, boards with captions, what pieces can do, plots.

#[cfg(feature = "png")]
mod emblems;
mod escape;
mod page;
#[cfg(feature = "png")]
mod pictures;
#[cfg(feature = "png")]
mod plots;
#[cfg(feature = "png")]
mod powers;
mod site;
mod text;

/// The pixels of an SVG picture, one for each of its units times `scale`.
#[cfg(feature = "png")]
fn pixels(svg: &str, scale: f32) -> resvg::tiny_skia::Pixmap {
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};

    let tree = Tree::from_str(svg, &Options::default()).unwrap_or_else(|e| panic!("{e}\n{svg}"));
    let size = tree.size().to_int_size();
    let side = |units: u32| (units as f32 * scale).round() as u32;
    let mut pixels = Pixmap::new(side(size.width()), side(size.height())).expect("a picture");
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels
}
