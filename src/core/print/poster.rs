//! An A4 poster: the picture, the campaign's name in two scripts, the code to scan, its points, and its period. The
//! admin's preview (`ui/src/admin/catalogue/campaigns/Poster.tsx`) has the same layout; lengths here are in its pixels.

use super::art::{Drawing, Shape};
use super::pdf::{PdfPage, document};
use super::qr::Matrix;
use super::svg::{self, GlyphPainter};
use super::words::{FontStyle, TextAnchor, TextLine};
use super::{A4, INK, Length, PAPER, PrintBranding, WHITE, points, shown};
use crate::base::clock::Timestamp;
use crate::base::colour::Colour;
use crate::base::language::{Language, LocalizedText};
use crate::base::messages;
use crate::base::problem::AppResult;

/// The content of a poster.
pub struct Poster {
    /// The programme's name and colour.
    pub head: PrintBranding,
    /// The campaign's name.
    pub name: LocalizedText,
    /// Points for one scan; `None` for another gift, which the name says.
    pub points: Option<i64>,
    /// The period in which scans give points.
    pub from: Option<Timestamp>,
    pub until: Option<Timestamp>,
    /// The text of the code.
    pub text: String,
}

const SCENE: &str = include_str!("../../../ui/src/kit/art/scene-branch.svg");
const NUMERALS: &str = include_str!("../../../ui/src/kit/art/numerals.svg");
const SKY: Colour = Colour::new(0xb5, 0xd2, 0xd6);
const SOFT: Colour = Colour::new(0x46, 0x50, 0x4a);

const LEFT: Length = px(56);
const RIGHT: Length = px(738);
/// Maximum width of words beside the code.
const BESIDE_CODE: Length = px(392);
const SCENE_FOOT: Length = px(495);
const CODE: (Length, Length) = (px(465), px(537));
const CODE_SIDE: Length = px(280);
/// The number of points: baseline, height, and maximum width.
const NUMBER: (Length, Length, f64) = (px(988), px(116), 350.0);
/// Maximum number of letters per line of a Latin title beside the code, and of lines.
const LETTERS: usize = 13;
const LINES: usize = 3;

/// A pixel of the preview is three quarters of a point.
const fn px(pixels: i64) -> Length {
    pixels * 75
}

/// The parts of a poster in drawing order; the code comes last.
struct Layout {
    scene: Vec<Shape>,
    shapes: Vec<Shape>,
    words: Vec<TextLine>,
    code: Matrix,
}

impl Poster {
    fn layout(&self) -> AppResult<Layout> {
        let title = title(self.name.get(Language::En));
        let under = px(590 + 68 * title.len() as i64);
        let mut words: Vec<TextLine> = title
            .into_iter()
            .enumerate()
            .map(|(index, line)| bold(FontStyle::LatinBold, 58, px(598 + 68 * index as i64), line))
            .collect();
        let chinese = self.chinese();
        let face = chinese.map_or(FontStyle::Hant, FontStyle::of);
        if let Some(language) = chinese {
            words.push(bold(face.bold(), 40, under + px(8), self.name.get(language).to_owned()));
        }
        let what = if self.points.is_some() { "print.scan_to_collect" } else { "print.scan_for_gift" };
        let scan = |language| messages::text(language, what, &[]);
        words.push(soft(FontStyle::Latin, under + px(64), scan(Language::En)));
        words.push(soft(face, under + px(104), scan(chinese.unwrap_or(Language::Zhhk))));
        let (mut shapes, beside) = self.points.map_or_else(|| Ok((Vec::new(), 0)), |points| self.number(points))?;
        for (face, language, foot) in
            [(FontStyle::LatinBold, Language::En, 950), (face.bold(), chinese.unwrap_or(Language::Zhhk), 990)]
        {
            if self.points.is_none() {
                break;
            }
            let unit = messages::text(language, "print.points_word", &[]);
            words.push(TextLine { ink: self.head.colour, foot: (beside, px(foot)), ..bold(face, 29, 0, unit) });
        }
        let middle = CODE.0 + CODE_SIDE / 2;
        words.push(TextLine {
            stand: TextAnchor::Middle,
            foot: (middle, CODE.1 + CODE_SIDE + px(37)),
            widest: CODE_SIDE,
            ..plain(FontStyle::Latin, 24, self.text.clone())
        });
        let period = TextLine {
            stand: TextAnchor::End,
            foot: (RIGHT, px(1_080)),
            widest: px(430),
            ..plain(FontStyle::Latin, 21, self.period())
        };
        // The programme's name gets the width that the period leaves.
        let beside_period = RIGHT - LEFT - period.fitted().1 - px(24);
        words.push(TextLine { ink: SOFT, ..period });
        let corner = |(x, y): (Length, Length)| (points(x), points(y));
        shapes.push(Shape::plate(corner(CODE), points(CODE_SIDE), points(CODE_SIDE), points(px(16)), WHITE));
        shapes.extend(dots());
        match self.head.wordmark()? {
            Some(drawn) => shapes.extend(drawn.placed(corner((LEFT, px(1_046))), points(px(50)) / drawn.height)),
            None => {
                let name = bold(FontStyle::LatinBold, 40, px(1_084), self.head.programme.clone());
                words.push(TextLine { widest: beside_period, ..name });
            }
        }
        let scene = Drawing::read(SCENE, None, INK)?;
        let scale = points(A4.0) / scene.width;
        let above = (scene.height * scale - points(SCENE_FOOT)) / 2.0;
        let scene = scene.placed((0.0, -above), scale);
        Ok(Layout { scene, shapes, words, code: Matrix::of(&self.text)? })
    }

    /// The language of the campaign's Chinese name; Hong Kong's has priority.
    fn chinese(&self) -> Option<Language> {
        let own = [(Language::Zhhk, &self.name.zhhk), (Language::Zh, &self.name.zh)];
        own.into_iter().find_map(|(language, name)| name.as_ref().map(|_| language))
    }

    /// The points in stencil numerals, and the x position of words beside them.
    fn number(&self, number: i64) -> AppResult<(Vec<Shape>, Length)> {
        const GAP: f64 = 9.0;
        let number = messages::grouped(number);
        let names = number.chars().filter_map(|sign| match sign {
            '0'..='9' => Some(format!("num-{sign}")),
            ',' => Some("num-comma".to_owned()),
            _ => None,
        });
        let drawn = names.map(|name| Drawing::read(NUMERALS, Some(&name), self.head.colour));
        let drawn = drawn.collect::<anyhow::Result<Vec<Drawing>>>()?;
        let wide = drawn.iter().map(|glyph| glyph.width + GAP).sum::<f64>();
        let (foot, height, widest) = NUMBER;
        // The numerals are 100 units high, with 20 units below for descenders.
        let scale = (points(height) / 100.0).min(widest / wide.max(1.0));
        let (mut at, top) = (points(LEFT) - 1.5, points(foot) - 100.0 * scale);
        let mut shapes = Vec::new();
        for glyph in drawn {
            shapes.extend(glyph.placed((at, top), scale));
            at += (glyph.width + GAP) * scale;
        }
        Ok((shapes, (at * 100.0) as Length + px(4)))
    }

    fn period(&self) -> String {
        let say = |moment: Timestamp| moment.in_hong_kong("%-d %b %Y, %H:%M");
        match (self.from.map(say), self.until.map(say)) {
            (Some(from), Some(until)) => format!("{from} \u{2013} {until} HKT"),
            (Some(from), None) => format!("from {from} HKT"),
            (None, Some(until)) => format!("until {until} HKT"),
            (None, None) => String::new(),
        }
    }
}

fn plain(face: FontStyle, size: i64, text: String) -> TextLine {
    TextLine { stand: TextAnchor::Begin, face, size: px(size), ink: INK, foot: (LEFT, 0), widest: BESIDE_CODE, text }
}

fn bold(face: FontStyle, size: i64, foot: Length, text: String) -> TextLine {
    TextLine { foot: (LEFT, foot), ..plain(face, size, text) }
}

fn soft(face: FontStyle, foot: Length, text: String) -> TextLine {
    TextLine { ink: SOFT, ..bold(face, 28, foot, text) }
}

/// Breaks a name into at most [`LINES`] lines of [`LETTERS`] letters; a long name gets longer lines.
fn title(name: &str) -> Vec<String> {
    (LETTERS..).map(|letters| broken(name, letters)).find(|lines| lines.len() <= LINES).unwrap_or_default()
}

fn broken(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(last) if last.chars().count() + 1 + word.chars().count() <= most => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The dotted line at which the foot is torn off.
fn dots() -> Vec<Shape> {
    let (start, count) = (points(LEFT), (points(RIGHT) - points(LEFT)) / 6.75);
    (0..=count as i64).map(|dot| Shape::disc((start + dot as f64 * 6.75, points(px(1_030))), 0.95, INK)).collect()
}

/// The poster as a PDF of one page.
pub fn poster_pdf(poster: &Poster) -> AppResult<Vec<u8>> {
    let layout = poster.layout()?;
    let mut page = PdfPage::default();
    page.fill(PAPER, 0, 0, A4.0, A4.1);
    page.fill(SKY, 0, 0, A4.0, SCENE_FOOT);
    page.draw(&layout.scene, Some((0, 0, A4.0, SCENE_FOOT)));
    page.draw(&layout.shapes, None);
    layout.words.iter().for_each(|words| page.words(words));
    let inset = px(16);
    page.code(&layout.code, CODE.0 + inset / 2, CODE.1 + inset / 2, CODE_SIDE - inset);
    document(poster.name.get(Language::En), &[page], None)
}

/// The poster as one SVG of A4 size.
pub fn poster_svg(poster: &Poster) -> AppResult<String> {
    let Layout { scene, shapes, words, code } = poster.layout()?;
    let side = code.whole_side();
    let inset = px(16);
    let mut pen = GlyphPainter::default();
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" viewBox=\"0 0 {width} {height}\">\
         <path fill=\"{PAPER}\" d=\"M0 0h{width}v{height}H0z\"/>\
         <path fill=\"{SKY}\" d=\"M0 0h{width}v{foot}H0z\"/>\
         <svg width=\"{width}\" height=\"{foot}\" viewBox=\"0 0 {width} {foot}\">{}</svg>{}{}\
         <svg x=\"{left}\" y=\"{top}\" width=\"{size}\" height=\"{size}\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#000\" d=\"{path}\"/></svg></svg>\n",
        scene.iter().map(svg::shape).collect::<String>(),
        shapes.iter().map(svg::shape).collect::<String>(),
        words.iter().map(|words| pen.words(words)).collect::<String>(),
        width = shown(A4.0),
        height = shown(A4.1),
        foot = shown(SCENE_FOOT),
        left = shown(CODE.0 + inset / 2),
        top = shown(CODE.1 + inset / 2),
        size = shown(CODE_SIDE - inset),
        path = code.path()
    ))
}
