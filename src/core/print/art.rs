//! Parser for Kapok's own SVG drawings in `ui/src/kit/art`, for PDF and SVG output. It supports exactly the elements that
//! they use: paths, circles and boxes in groups with transforms.

use anyhow::{Context, anyhow};
use roxmltree::{Document, Node};
use svgtypes::{SimplePathSegment, SimplifyingPathParser, Transform};

use crate::base::colour::Colour;

/// A point (x, y), in units of the drawing or of the page.
pub(super) type Coordinates = (f64, f64);

/// A step of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum OutlineStep {
    Move(Coordinates),
    Line(Coordinates),
    Curve(Coordinates, Coordinates, Coordinates),
    Close,
}

/// An outline, filled or stroked.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub steps: Vec<OutlineStep>,
    pub fill: Option<Colour>,
    /// Colour and width of the stroke.
    pub pen: Option<(Colour, f64)>,
    /// Whether areas enclosed twice are holes (the even-odd rule).
    pub holes: bool,
}

/// A drawing, or one of the symbols of a file.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    pub width: f64,
    pub height: f64,
    shapes: Vec<Shape>,
}

/// Properties that a shape inherits from its groups.
#[derive(Clone, Copy)]
struct InheritedStyle {
    moved: Transform,
    current: Colour,
    /// The fill of shapes without their own fill.
    fill: Colour,
}

impl Drawing {
    /// Parses an SVG, or its symbol with that id; `current` replaces `currentColor`. Fails on elements that Kapok's
    /// drawings do not use.
    pub(super) fn read(svg: &str, symbol: Option<&str>, current: Colour) -> anyhow::Result<Self> {
        let document = Document::parse(svg).map_err(|wrong| anyhow!("a drawing: {wrong}"))?;
        let root = match symbol {
            None => document.root_element(),
            Some(id) => document
                .descendants()
                .find(|node| node.attribute("id") == Some(id))
                .with_context(|| format!("there is no drawing {id}"))?,
        };
        let sides: Vec<f64> = root
            .attribute("viewBox")
            .unwrap_or_default()
            .split(' ')
            .map(str::parse)
            .collect::<Result<_, _>>()
            .context("a drawing's sides")?;
        let &[left, top, width, height] = sides.as_slice() else { return Err(anyhow!("a drawing has four sides")) };
        let moved = Transform { a: 1.0, b: 0.0, c: 0.0, d: 1.0, e: -left, f: -top };
        let mut shapes = Vec::new();
        gather(root, InheritedStyle { moved, current, fill: BLACK }, &mut shapes)?;
        Ok(Self { width, height, shapes })
    }

    /// The shapes, scaled, with the upper left corner at a point.
    pub(super) fn placed(&self, (x, y): Coordinates, scale: f64) -> Vec<Shape> {
        let to = Transform { a: scale, b: 0.0, c: 0.0, d: scale, e: x, f: y };
        self.shapes.iter().map(|shape| shape.moved(&to)).collect()
    }
}

impl Shape {
    /// A filled shape.
    pub(super) fn filled(steps: Vec<OutlineStep>, fill: Colour) -> Self {
        Self { steps, fill: Some(fill), pen: None, holes: false }
    }

    /// A box with rounded corners.
    pub(super) fn plate((x, y): Coordinates, width: f64, height: f64, corner: f64, fill: Colour) -> Self {
        let (right, foot, bent) = (x + width, y + height, corner * (1.0 - ROUND));
        let steps = vec![
            OutlineStep::Move((x + corner, y)),
            OutlineStep::Line((right - corner, y)),
            OutlineStep::Curve((right - bent, y), (right, y + bent), (right, y + corner)),
            OutlineStep::Line((right, foot - corner)),
            OutlineStep::Curve((right, foot - bent), (right - bent, foot), (right - corner, foot)),
            OutlineStep::Line((x + corner, foot)),
            OutlineStep::Curve((x + bent, foot), (x, foot - bent), (x, foot - corner)),
            OutlineStep::Line((x, y + corner)),
            OutlineStep::Curve((x, y + bent), (x + bent, y), (x + corner, y)),
            OutlineStep::Close,
        ];
        Self::filled(steps, fill)
    }

    /// A disc.
    pub(super) fn disc((x, y): Coordinates, radius: f64, fill: Colour) -> Self {
        Self::plate((x - radius, y - radius), 2.0 * radius, 2.0 * radius, radius, fill)
    }

    fn moved(&self, by: &Transform) -> Self {
        let to = |(x, y): Coordinates| (by.a * x + by.c * y + by.e, by.b * x + by.d * y + by.f);
        let step = |step: &OutlineStep| match *step {
            OutlineStep::Move(place) => OutlineStep::Move(to(place)),
            OutlineStep::Line(place) => OutlineStep::Line(to(place)),
            OutlineStep::Curve(one, other, place) => OutlineStep::Curve(to(one), to(other), to(place)),
            OutlineStep::Close => OutlineStep::Close,
        };
        let wider = (by.a * by.d - by.b * by.c).abs().sqrt();
        let pen = self.pen.map(|(colour, width)| (colour, width * wider));
        Self { steps: self.steps.iter().map(step).collect(), pen, ..self.clone() }
    }
}

const BLACK: Colour = Colour::new(0, 0, 0);

/// Distance of the Bézier handles for a quarter circle, as a fraction of the radius.
const ROUND: f64 = 0.552_284_75;

fn gather(node: Node<'_, '_>, around: InheritedStyle, shapes: &mut Vec<Shape>) -> anyhow::Result<()> {
    for child in node.children().filter(Node::is_element) {
        let own = match child.attribute("transform") {
            Some(text) => text.parse::<Transform>().map_err(|wrong| anyhow!("a transform: {wrong}"))?,
            None => Transform::default(),
        };
        let around = InheritedStyle { moved: after(&own, &around.moved), ..around };
        let number = |name| child.attribute(name).map_or(Ok(0.0), str::parse::<f64>).context("a number of a drawing");
        let colour = |name, otherwise| match child.attribute(name) {
            None => Ok(otherwise),
            Some("none") => Ok(None),
            Some("currentColor") => Ok(Some(around.current)),
            Some(text) => Colour::parse(text).map(Some).with_context(|| format!("the colour {text} of a drawing")),
        };
        let shape = match child.tag_name().name() {
            "title" => continue,
            "g" => {
                let fill = colour("fill", Some(around.fill))?.unwrap_or(around.fill);
                gather(child, InheritedStyle { fill, ..around }, shapes)?;
                continue;
            }
            "circle" => Shape::disc((number("cx")?, number("cy")?), number("r")?, BLACK),
            "rect" => Shape::plate((number("x")?, number("y")?), number("width")?, number("height")?, 0.0, BLACK),
            "path" => Shape::filled(steps(child.attribute("d").unwrap_or_default())?, BLACK),
            other => return Err(anyhow!("a drawing holds <{other}>")),
        };
        let width = match child.attribute("stroke-width") {
            Some(_) => number("stroke-width")?,
            None => 1.0,
        };
        let pen = colour("stroke", None)?.map(|colour| (colour, width));
        let holes = child.attribute("fill-rule") == Some("evenodd");
        // A stroked line encloses no area to fill.
        let usual = pen.is_none().then_some(around.fill);
        shapes.push(Shape { fill: colour("fill", usual)?, pen, holes, ..shape }.moved(&around.moved));
    }
    Ok(())
}

/// Combines two transforms: first `first`, then `then`.
fn after(first: &Transform, then: &Transform) -> Transform {
    Transform {
        a: then.a * first.a + then.c * first.b,
        b: then.b * first.a + then.d * first.b,
        c: then.a * first.c + then.c * first.d,
        d: then.b * first.c + then.d * first.d,
        e: then.a * first.e + then.c * first.f + then.e,
        f: then.b * first.e + then.d * first.f + then.f,
    }
}

fn steps(path: &str) -> anyhow::Result<Vec<OutlineStep>> {
    let mut steps = Vec::new();
    let mut at = (0.0, 0.0);
    for segment in SimplifyingPathParser::from(path) {
        steps.push(match segment.map_err(|wrong| anyhow!("a path: {wrong}"))? {
            SimplePathSegment::MoveTo { x, y } => {
                at = (x, y);
                OutlineStep::Move(at)
            }
            SimplePathSegment::LineTo { x, y } => {
                at = (x, y);
                OutlineStep::Line(at)
            }
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                at = (x, y);
                OutlineStep::Curve((x1, y1), (x2, y2), at)
            }
            SimplePathSegment::Quadratic { x1, y1, x, y } => {
                let toward = |(from_x, from_y): Coordinates| {
                    (from_x + (x1 - from_x) * 2.0 / 3.0, from_y + (y1 - from_y) * 2.0 / 3.0)
                };
                let handles = (toward(at), toward((x, y)));
                at = (x, y);
                OutlineStep::Curve(handles.0, handles.1, at)
            }
            SimplePathSegment::ClosePath => OutlineStep::Close,
        });
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::{Drawing, OutlineStep};
    use crate::base::colour::Colour;

    #[test]
    fn a_shape_takes_the_place_and_the_colour_of_the_groups_around_it() {
        let svg = r##"<svg viewBox="10 0 20 20"><g fill="#f2b632" transform="translate(10 5) scale(2)"><path d="M0 0h1v1Z"/>
            <path d="M0 0L1 1" stroke="currentColor" stroke-width="3"/></g></svg>"##;
        let red = Colour::new(0xc5, 0x30, 0x1c);
        let shapes = Drawing::read(svg, None, red).expect("a drawing").placed((1.0, 0.0), 1.0);
        assert_eq!(shapes[0].fill, Some(Colour::new(0xf2, 0xb6, 0x32)));
        let outline = [
            OutlineStep::Move((1.0, 5.0)),
            OutlineStep::Line((3.0, 5.0)),
            OutlineStep::Line((3.0, 7.0)),
            OutlineStep::Close,
        ];
        assert_eq!(shapes[0].steps, outline);
        assert_eq!((shapes[1].fill, shapes[1].pen), (None, Some((red, 6.0))));
        assert!(Drawing::read(r#"<svg viewBox="0 0 1 1"><image/></svg>"#, None, red).is_err());
        assert!(Drawing::read(svg, Some("nobody"), red).is_err());
    }
}
