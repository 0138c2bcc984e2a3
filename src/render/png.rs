//! Pictures as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The most pixels of a picture, which takes four times as many bytes.
const MOST_PIXELS: u64 = 64 * 1024 * 1024;

/// Why there is no PNG of a picture.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The text is no SVG.
    #[error("this is no SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// A picture of that many pixels is not drawn.
    #[error("a picture of {0} by {1} pixels is too large: the most is {MOST_PIXELS} pixels in all")]
    Size(u32, u32),
    /// The pixels could not be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

/// Draws an SVG picture of ours as PNG, in as many pixels as it says. Text elements are left out, as no fonts are known.
///
/// # Errors
/// A [`PngError`].
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let fits = u64::from(width) * u64::from(height) <= MOST_PIXELS;
    let pixels = fits.then(|| Pixmap::new(width, height)).flatten();
    let mut pixels = pixels.ok_or(PngError::Size(width, height))?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}
