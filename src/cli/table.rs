//! Lists for people: rows in aligned columns, and words in as many columns or on as few lines as
//! fit.

use super::error::Failure;
use super::output::Out;
use crate::render;

/// The columns of the terminal that lists are made for.
const WIDTH: usize = 78;

/// Prints rows in aligned columns; a column in which nothing stands is left out.
pub(super) fn aligned<const N: usize>(
    rows: impl IntoIterator<Item = [String; N]>,
    out: &mut Out,
) -> Result<(), Failure> {
    let rows: Vec<[String; N]> = rows.into_iter().collect();
    let mut widths = [0; N];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(render::width(cell));
        }
    }
    for row in &rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(widths).filter(|(_, width)| *width > 0) {
            line.push_str(&render::padded(cell, width + 2));
        }
        out.line(line.trim_end())?;
    }
    Ok(())
}

/// Prints words down as many columns as fit.
pub(super) fn columns(words: &[String], out: &mut Out) -> Result<(), Failure> {
    let width = words.iter().map(|word| render::width(word)).max().unwrap_or(0) + 2;
    let across = ((WIDTH + 2) / width).max(1);
    let down = words.len().div_ceil(across);
    for row in 0..down {
        let mut line = String::new();
        for word in words.iter().skip(row).step_by(down) {
            line.push_str(&render::padded(word, width));
        }
        out.line(line.trim_end())?;
    }
    Ok(())
}

/// Words on lines that are as long as fit.
pub(super) fn wrapped<'w>(words: impl IntoIterator<Item = &'w str>) -> Vec<String> {
    render::wrapped(words, WIDTH)
}
