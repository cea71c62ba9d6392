//! Just enough of PDF 1.4 (ISO 32000) for a poster: filled shapes and lines of text on A4 pages.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::art::{Place, Shape, Step};
use super::qr::Matrix;
use super::{A4, INK, Length, WHITE, shown};
use crate::base::colour::Colour;
use crate::base::language::Language;
use crate::base::problem::AppResult;

/// A typeface that every reader has or has a stand-in for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    Latin,
    LatinBold,
    /// Traditional Chinese.
    Hant,
    /// Simplified Chinese.
    Hans,
}

impl Face {
    /// The one for a language.
    pub(super) const fn of(language: Language) -> Self {
        match language {
            Language::En => Face::Latin,
            Language::Zhhk => Face::Hant,
            Language::Zh => Face::Hans,
        }
    }

    const ALL: [Face; 4] = [Face::Latin, Face::LatinBold, Face::Hant, Face::Hans];

    const fn name(self) -> &'static str {
        match self {
            Face::Latin => "F1",
            Face::LatinBold => "F2",
            Face::Hant => "F3",
            Face::Hans => "F4",
        }
    }

    const fn is_chinese(self) -> bool {
        matches!(self, Face::Hant | Face::Hans)
    }
}

/// Which part of a line stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    Begin,
    Middle,
    End,
}

/// One page under way.
#[derive(Default)]
pub(super) struct Page {
    content: String,
}

impl Page {
    /// Fills a box, measured from the upper left corner.
    pub(super) fn fill(&mut self, colour: Colour, x: Length, y: Length, width: Length, height: Length) {
        let bottom = shown(A4.1 - y - height);
        self.content.push_str(&format!(
            "{} rg {} {bottom} {} {} re f\n",
            parts(colour),
            shown(x),
            shown(width),
            shown(height)
        ));
    }

    /// Draws shapes, measured in points from the upper left corner; what leaves the box, if there is one, is cut off.
    pub(super) fn draw(&mut self, shapes: &[Shape], within: Option<(Length, Length, Length, Length)>) {
        self.content.push_str("q\n");
        if let Some((x, y, width, height)) = within {
            let bottom = shown(A4.1 - y - height);
            self.content.push_str(&format!("{} {bottom} {} {} re W n\n", shown(x), shown(width), shown(height)));
        }
        for shape in shapes {
            let fill = shape.fill.map(|colour| format!("{} rg\n", parts(colour))).unwrap_or_default();
            let pen = shape.pen.map(|(colour, width)| format!("{} RG {width:.2} w\n", parts(colour)));
            let paint = match (shape.fill, shape.pen, shape.holes) {
                (Some(_), Some(_), false) => "B",
                (Some(_), Some(_), true) => "B*",
                (Some(_), None, false) => "f",
                (Some(_), None, true) => "f*",
                (None, ..) => "S",
            };
            self.content.push_str(&format!("{fill}{}{}{paint}\n", pen.unwrap_or_default(), outline(&shape.steps)));
        }
        self.content.push_str("Q\n");
    }

    /// Draws a code in a square with that upper left corner and side, its quiet zone included.
    pub(super) fn code(&mut self, code: &Matrix, x: Length, y: Length, side: Length) {
        let whole = code.whole_side() as i64;
        let at = |module: usize| side * module as i64 / whole;
        self.fill(WHITE, x, y, side, side);
        self.content.push_str("0 0 0 rg\n");
        for run in code.runs() {
            let (left, top) = (at(run.x), at(run.y));
            let (width, height) = (at(run.x + run.length) - left, at(run.y + 1) - top);
            let bottom = A4.1 - y - top - height;
            self.content.push_str(&format!(
                "{} {} {} {} re\n",
                shown(x + left),
                shown(bottom),
                shown(width),
                shown(height)
            ));
        }
        self.content.push_str("f\n");
    }

    /// Writes a line whose middle is at `x`, its foot at `y` from above, in the usual ink.
    pub(super) fn line(&mut self, face: Face, size: Length, x: Length, y: Length, widest: Length, text: &str) {
        self.write(Stand::Middle, face, size, (x, y), widest, text);
    }

    /// The same with its beginning or its end at that place.
    pub(super) fn write(
        &mut self,
        stand: Stand,
        face: Face,
        size: Length,
        foot: (Length, Length),
        widest: Length,
        text: &str,
    ) {
        self.words(&Words { stand, face, size, ink: INK, foot, widest, text: text.to_owned() });
    }

    /// Writes a line.
    pub(super) fn words(&mut self, words: &Words) {
        let (size, wide) = words.fitted();
        let mut left = match words.stand {
            Stand::Begin => words.foot.0,
            Stand::Middle => words.foot.0 - wide / 2,
            Stand::End => words.foot.0 - wide,
        };
        let (bottom, ink) = (shown(A4.1 - words.foot.1), parts(words.ink));
        for (face, words) in runs(words.face, &words.text) {
            let string = if face.is_chinese() { utf16(&words) } else { latin(&words) };
            self.content.push_str(&format!(
                "BT {ink} rg /{} {} Tf {} {bottom} Td {string} Tj ET\n",
                face.name(),
                shown(size),
                shown(left),
            ));
            left += width_of(face, &words) * size / EM;
        }
    }
}

/// A line of words. What is too wide is set smaller. Latin and Chinese take turns within it, each in a face that has it.
pub(super) struct Words {
    pub stand: Stand,
    pub face: Face,
    pub size: Length,
    pub ink: Colour,
    /// Where it stands: across, and down to its foot.
    pub foot: (Length, Length),
    pub widest: Length,
    pub text: String,
}

impl Words {
    /// The size in which it fits, and how wide it is then.
    pub(super) fn fitted(&self) -> (Length, Length) {
        let wide = runs(self.face, &self.text).iter().map(|(face, words)| width_of(*face, words)).sum::<Length>();
        let size = if wide * self.size / EM > self.widest { self.widest * EM / wide.max(1) } else { self.size };
        (size, wide * size / EM)
    }
}

/// A colour as PDF counts it, each part from 0 to 1.
fn parts(colour: Colour) -> String {
    let [red, green, blue] = colour.parts().map(|part| shown((i64::from(part) * 100 + 127) / 255));
    format!("{red} {green} {blue}")
}

/// The steps of an outline, turned upside down: PDF counts from below.
fn outline(steps: &[Step]) -> String {
    let place = |(x, y): Place| format!("{x:.2} {:.2}", HEIGHT - y);
    let step = |step: &Step| match *step {
        Step::Move(to) => format!("{} m\n", place(to)),
        Step::Line(to) => format!("{} l\n", place(to)),
        Step::Curve(one, other, to) => format!("{} {} {} c\n", place(one), place(other), place(to)),
        Step::Close => "h\n".to_owned(),
    };
    steps.iter().map(step).collect()
}

/// How tall a page is, in points.
const HEIGHT: f64 = 841.89;

/// Widths are told in thousandths of the size.
const EM: Length = 1_000;
/// Those of Helvetica from the space on (Adobe's font metrics) …
const LATIN: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];
/// … and those of its bold.
const LATIN_BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
    556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
    280, 389, 584,
];

fn width_of(face: Face, text: &str) -> Length {
    let table = if face == Face::LatinBold { &LATIN_BOLD } else { &LATIN };
    let width = |c: char| {
        let place = u32::from(c).checked_sub(0x20).map(|place| place as usize);
        // What the tables lack, such as an accented letter, is about as wide as most.
        place.and_then(|place| table.get(place)).map_or(556, |width| Length::from(*width))
    };
    if face.is_chinese() { text.chars().count() as Length * EM } else { text.chars().map(width).sum() }
}

/// A line in pieces of one script each.
fn runs(face: Face, text: &str) -> Vec<(Face, String)> {
    let latin = if face.is_chinese() { Face::Latin } else { face };
    let chinese = if face.is_chinese() { face } else { Face::Hant };
    let mut runs: Vec<(Face, String)> = Vec::new();
    for c in text.chars() {
        let wanted = if u32::from(c) >= 0x2e80 { chinese } else { latin };
        match runs.last_mut() {
            Some((last, words)) if *last == wanted => words.push(c),
            _ => runs.push((wanted, c.to_string())),
        }
    }
    runs
}

fn utf16(text: &str) -> String {
    let digits: String = text.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    format!("<{digits}>")
}

/// As WinAnsiEncoding has it; a character that it lacks becomes a question mark.
fn latin(text: &str) -> String {
    let byte = |c: char| match u32::from(c) {
        code @ (0x20..=0x7e | 0xa0..=0xff) => code,
        0x2018 => 0x91,
        0x2019 => 0x92,
        0x201c => 0x93,
        0x201d => 0x94,
        0x2026 => 0x85,
        0x2013 => 0x96,
        0x2014 => 0x97,
        _ => 0x3f,
    };
    let digits: String = text.chars().map(|c| format!("{:02X}", byte(c))).collect();
    format!("<{digits}>")
}

fn font(face: Face) -> String {
    let chinese = |base: &str, encoding: &str, order: &str, supplement: u8| {
        format!(
            "<< /Type /Font /Subtype /Type0 /BaseFont /{base}-{encoding} /Encoding /{encoding} /DescendantFonts [ \
             << /Type /Font /Subtype /CIDFontType0 /BaseFont /{base} /DW 1000 /CIDSystemInfo \
             << /Registry (Adobe) /Ordering ({order}) /Supplement {supplement} >> /FontDescriptor \
             << /Type /FontDescriptor /FontName /{base} /Flags 6 /FontBBox [ -160 -249 1015 888 ] /ItalicAngle 0 \
             /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >> >> ] >>"
        )
    };
    match face {
        Face::Latin => "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
        Face::LatinBold => {
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>".to_owned()
        }
        Face::Hant => chinese("MSung-Light", "UniCNS-UTF16-H", "CNS1", 3),
        Face::Hans => chinese("STSong-Light", "UniGB-UTF16-H", "GB1", 4),
    }
}

/// Pages as a file.
pub(super) fn document(title: &str, pages: &[Page]) -> AppResult<Vec<u8>> {
    let first_font = 4;
    let first_page = first_font + Face::ALL.len();
    let fonts: Vec<String> = Face::ALL
        .iter()
        .enumerate()
        .map(|(index, face)| format!("/{} {} 0 R", face.name(), first_font + index))
        .collect();
    let kids: Vec<String> = (0..pages.len()).map(|index| format!("{} 0 R", first_page + 2 * index)).collect();
    let mut objects: Vec<Vec<u8>> = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        format!("<< /Type /Pages /Count {} /Kids [ {} ] >>", pages.len(), kids.join(" ")).into_bytes(),
        format!("<< /Title {} /Producer (Kapok) >>", utf16(&format!("\u{feff}{title}"))).into_bytes(),
    ];
    objects.extend(Face::ALL.map(|face| font(face).into_bytes()));
    for (index, page) in pages.iter().enumerate() {
        let content = first_page + 2 * index + 1;
        let sheet = format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 {} {} ] /Resources << /Font << {} >> >> /Contents {content} 0 R >>",
            shown(A4.0),
            shown(A4.1),
            fonts.join(" ")
        );
        objects.push(sheet.into_bytes());
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
        packed.write_all(page.content.as_bytes())?;
        let packed = packed.finish()?;
        let mut stream = format!("<< /Length {} /Filter /FlateDecode >>\nstream\n", packed.len()).into_bytes();
        stream.extend(packed);
        stream.extend(b"\nendstream");
        objects.push(stream);
    }
    // The comment of high bytes tells tools that the file is not text.
    let mut file = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut places = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        places.push(file.len());
        file.extend(format!("{} 0 obj\n", index + 1).into_bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let table = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).into_bytes());
    for place in places {
        file.extend(format!("{place:010} 00000 n \n").into_bytes());
    }
    let trailer =
        format!("trailer\n<< /Size {} /Root 1 0 R /Info 3 0 R >>\nstartxref\n{table}\n%%EOF\n", objects.len() + 1);
    file.extend(trailer.into_bytes());
    Ok(file)
}
