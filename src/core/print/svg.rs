//! Shapes and words as SVG. Words are drawn as outlines, with an `aria-label` for screen readers.

use std::collections::BTreeMap;

use super::art::{Coordinates, OutlineStep, Shape};
use super::typeface::{self, Typeface};
use super::words::{EM, HEAVY, TextLine, TextRun};
use super::{escaped, points, shown};

/// A shape as a path.
pub(super) fn shape(shape: &Shape) -> String {
    let outline = path(&shape.steps);
    let fill = shape.fill.map_or_else(|| "none".to_owned(), |colour| colour.to_string());
    let pen = shape.pen.map(|(colour, width)| format!(" stroke=\"{colour}\" stroke-width=\"{width:.2}\""));
    let holes = if shape.holes { " fill-rule=\"evenodd\"" } else { "" };
    format!("<path fill=\"{fill}\"{holes}{} d=\"{outline}\"/>", pen.unwrap_or_default())
}

fn path(steps: &[OutlineStep]) -> String {
    let place = |(x, y): Coordinates| format!("{x:.2} {y:.2}");
    let step = |step: &OutlineStep| match *step {
        OutlineStep::Move(to) => format!("M{}", place(to)),
        OutlineStep::Line(to) => format!("L{}", place(to)),
        OutlineStep::Curve(one, other, to) => format!("C{} {} {}", place(one), place(other), place(to)),
        OutlineStep::Close => "Z".to_owned(),
    };
    steps.iter().map(step).collect()
}

/// Draws the words of one file, and decodes the outline of each glyph once.
#[derive(Default)]
pub(super) struct GlyphPainter {
    outlines: BTreeMap<(Typeface, u16), Vec<OutlineStep>>,
}

impl GlyphPainter {
    /// A line of text as SVG.
    pub(super) fn words(&mut self, words: &TextLine) -> String {
        let (size, wide) = words.fitted();
        let scale = points(size) / EM as f64;
        let (mut left, foot) = (points(words.left(wide)), points(words.foot.1));
        let mut paths = String::new();
        for run in words.runs() {
            self.unpack(&run);
            let mut steps = Vec::new();
            for (glyph, _) in &run.glyphs {
                let place = |(x, y): Coordinates| (left + x * scale, foot - y * scale);
                steps.extend(self.outlines[&(run.typeface, *glyph)].iter().map(|step| match *step {
                    OutlineStep::Move(to) => OutlineStep::Move(place(to)),
                    OutlineStep::Line(to) => OutlineStep::Line(place(to)),
                    OutlineStep::Curve(one, other, to) => OutlineStep::Curve(place(one), place(other), place(to)),
                    OutlineStep::Close => OutlineStep::Close,
                }));
                left += run.typeface.width(*glyph) as f64 * scale;
            }
            let pen = format!(" stroke=\"{}\" stroke-width=\"{}\"", words.ink, shown(size * HEAVY / EM));
            let pen = if run.heavy { pen } else { String::new() };
            paths.push_str(&format!("<path fill=\"{}\"{pen} d=\"{}\"/>", words.ink, path(&steps)));
        }
        format!("<g role=\"img\" aria-label=\"{}\">{paths}</g>", escaped(&words.text))
    }

    fn unpack(&mut self, run: &TextRun) {
        let fresh = run.glyphs.iter().map(|(glyph, _)| *glyph);
        let fresh: Vec<u16> = fresh.filter(|glyph| !self.outlines.contains_key(&(run.typeface, *glyph))).collect();
        for (glyph, charstring) in run.typeface.charstrings(fresh) {
            self.outlines.insert((run.typeface, glyph), typeface::outline(&charstring));
        }
    }
}
