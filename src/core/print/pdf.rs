//! Minimal PDF 1.4 writer (ISO 32000): filled shapes and lines of text on A4 pages. Each typeface is embedded with
//! the glyphs in use and their characters.

use std::collections::BTreeMap;
use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::art::{Coordinates, OutlineStep, Shape};
use super::attachment::Attachment;
use super::cff;
use super::qr::Matrix;
use super::typeface::{MISSING, Typeface};
use super::words::{EM, FontStyle, HEAVY, TextAnchor, TextLine, TextRun};
use super::{A4, INK, Length, WHITE, shown};
use crate::base::colour::Colour;
use crate::base::problem::AppResult;

/// A page under construction.
#[derive(Default)]
pub(super) struct PdfPage {
    content: String,
    /// The glyphs on the page, each with its character.
    used: BTreeMap<(Typeface, u16), char>,
}

impl PdfPage {
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

    /// Draws shapes, measured in points from the upper left corner, clipped to the box `within` if there is one.
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

    /// Draws a code in a square with that upper left corner and side, including its quiet zone.
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

    /// Writes a line in the default ink, centred at `x`, with its baseline `y` below the top of the page.
    pub(super) fn line(&mut self, face: FontStyle, size: Length, x: Length, y: Length, widest: Length, text: &str) {
        self.write(TextAnchor::Middle, face, size, (x, y), widest, text);
    }

    /// Writes a line with its start, middle or end at a point, as `stand` says.
    pub(super) fn write(
        &mut self,
        stand: TextAnchor,
        face: FontStyle,
        size: Length,
        foot: (Length, Length),
        widest: Length,
        text: &str,
    ) {
        self.words(&TextLine { stand, face, size, ink: INK, foot, widest, text: text.to_owned() });
    }

    /// Writes a line.
    pub(super) fn words(&mut self, words: &TextLine) {
        let (size, wide) = words.fitted();
        let mut left = words.left(wide);
        let (bottom, ink) = (shown(A4.1 - words.foot.1), parts(words.ink));
        for run in words.runs() {
            let digits: String = run.glyphs.iter().map(|(glyph, _)| format!("{glyph:04X}")).collect();
            let pen = if run.heavy { format!("{ink} RG {} w 2 Tr ", shown(size * HEAVY / EM)) } else { String::new() };
            let (begin, end) = said_otherwise(&run);
            self.content.push_str(&format!(
                "{begin}q BT {ink} rg {pen}/{} {} Tf {} {bottom} Td <{digits}> Tj ET Q{end}\n",
                resource(run.typeface),
                shown(size),
                shown(left),
            ));
            left += run.width() * size / EM;
            self.used.extend(run.glyphs.iter().map(|(glyph, character)| ((run.typeface, *glyph), *character)));
        }
    }
}

/// The text that readers copy in place of the boxes of unknown characters.
fn said_otherwise(run: &TextRun) -> (String, &'static str) {
    if !run.unknown {
        return (String::new(), "");
    }
    (format!("/Span << /ActualText {} >> BDC ", utf16(&format!("\u{feff}{}", run.text))), " EMC")
}

/// The resource name of a typeface.
const fn resource(typeface: Typeface) -> &'static str {
    match typeface {
        Typeface::Latin => "F1",
        Typeface::LatinBold => "F2",
        Typeface::Han => "F3",
    }
}

/// A colour in PDF notation, each part from 0 to 1.
fn parts(colour: Colour) -> String {
    let [red, green, blue] = colour.parts().map(|part| shown((i64::from(part) * 100 + 127) / 255));
    format!("{red} {green} {blue}")
}

/// The steps of an outline, mirrored vertically, because PDF counts from the bottom.
fn outline(steps: &[OutlineStep]) -> String {
    let place = |(x, y): Coordinates| format!("{x:.2} {:.2}", HEIGHT - y);
    let step = |step: &OutlineStep| match *step {
        OutlineStep::Move(to) => format!("{} m\n", place(to)),
        OutlineStep::Line(to) => format!("{} l\n", place(to)),
        OutlineStep::Curve(one, other, to) => format!("{} {} {} c\n", place(one), place(other), place(to)),
        OutlineStep::Close => "h\n".to_owned(),
    };
    steps.iter().map(step).collect()
}

/// Height of a page in points.
const HEIGHT: f64 = 841.89;

fn utf16(text: &str) -> String {
    let digits: String = text.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    format!("<{digits}>")
}

/// A compressed stream object; `entries` describe its type.
fn stream(entries: &str, bytes: &[u8]) -> AppResult<Vec<u8>> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    packed.write_all(bytes)?;
    let packed = packed.finish()?;
    let mut object = format!("<< {entries}/Length {} /Filter /FlateDecode >>\nstream\n", packed.len()).into_bytes();
    object.extend(packed);
    object.extend(b"\nendstream");
    Ok(object)
}

/// The four objects of a typeface with the glyphs that a file uses; the first has the number `first`.
fn font(typeface: Typeface, used: &BTreeMap<u16, char>, first: usize) -> AppResult<[Vec<u8>; 4]> {
    let glyphs: BTreeMap<u16, (i32, Vec<u8>)> = typeface
        .charstrings(used.keys().copied().chain([MISSING]))
        .into_iter()
        .map(|(glyph, charstring)| (glyph, (typeface.width(glyph) as i32, charstring)))
        .collect();
    let name = format!("{}+{}", tag(used), typeface.name());
    let widths: Vec<String> = glyphs.iter().map(|(glyph, (width, _))| format!("{glyph} [ {width} ]")).collect();
    let (ascent, descent, capitals) = typeface.heights();
    let (file, characters) = (first + 2, first + 3);
    let composite = format!(
        "<< /Type /Font /Subtype /Type0 /BaseFont /{name}-Identity-H /Encoding /Identity-H /ToUnicode {characters} 0 R \
         /DescendantFonts [ << /Type /Font /Subtype /CIDFontType0 /BaseFont /{name} /DW 1000 /W [ {} ] /CIDSystemInfo \
         << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor {} 0 R >> ] >>",
        widths.join(" "),
        first + 1
    );
    let descriptor = format!(
        "<< /Type /FontDescriptor /FontName /{name} /Flags 4 /FontBBox [ -1000 -500 3000 1500 ] /ItalicAngle 0 \
         /Ascent {ascent} /Descent {descent} /CapHeight {capitals} /StemV 80 /FontFile3 {file} 0 R >>"
    );
    Ok([
        composite.into_bytes(),
        descriptor.into_bytes(),
        stream("/Subtype /CIDFontType0C ", &cff::font(&name, &glyphs))?,
        stream("", characters_of(used).as_bytes())?,
    ])
}

/// Six letters that distinguish this subset of a typeface's glyphs from others.
fn tag(used: &BTreeMap<u16, char>) -> String {
    let mut sum = used.keys().fold(17_u64, |sum, glyph| sum.wrapping_mul(31).wrapping_add(u64::from(*glyph)));
    let mut letters = String::new();
    for _ in 0..6 {
        letters.push(char::from(b'A' + (sum % 26) as u8));
        sum /= 26;
    }
    letters
}

/// Maps each glyph to its character, so that text can be searched and copied.
fn characters_of(used: &BTreeMap<u16, char>) -> String {
    let mut map = String::from(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) \
         /Supplement 0 >> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <FFFF>\n\
         endcodespacerange\n",
    );
    let pairs: Vec<String> =
        used.iter().map(|(glyph, character)| format!("<{glyph:04X}> {}\n", utf16(&character.to_string()))).collect();
    for some in pairs.chunks(100) {
        map.push_str(&format!("{} beginbfchar\n{}endbfchar\n", some.len(), some.concat()));
    }
    map.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    map
}

/// Writes pages as a PDF file, with an attached file if there is one.
pub(super) fn document(title: &str, pages: &[PdfPage], attached: Option<&Attachment>) -> AppResult<Vec<u8>> {
    let mut used: BTreeMap<Typeface, BTreeMap<u16, char>> = BTreeMap::new();
    for ((typeface, glyph), character) in pages.iter().flat_map(|page| &page.used) {
        used.entry(*typeface).or_default().insert(*glyph, *character);
    }
    let first_page = 4;
    let first_font = first_page + 2 * pages.len();
    let numbered = used.keys().enumerate();
    let fonts: Vec<String> =
        numbered.map(|(index, typeface)| format!("/{} {} 0 R", resource(*typeface), first_font + 4 * index)).collect();
    let kids: Vec<String> = (0..pages.len()).map(|index| format!("{} 0 R", first_page + 2 * index)).collect();
    let first_attached = first_font + 4 * used.len();
    let entry = attached.map(|file| file.entry(first_attached)).unwrap_or_default();
    let mut objects: Vec<Vec<u8>> = vec![
        format!("<< /Type /Catalog /Pages 2 0 R {entry}>>").into_bytes(),
        format!("<< /Type /Pages /Count {} /Kids [ {} ] >>", pages.len(), kids.join(" ")).into_bytes(),
        format!("<< /Title {} /Producer (Kapok) >>", utf16(&format!("\u{feff}{title}"))).into_bytes(),
    ];
    for (index, page) in pages.iter().enumerate() {
        let content = first_page + 2 * index + 1;
        let sheet = format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 {} {} ] /Resources << /Font << {} >> >> /Contents {content} 0 R >>",
            shown(A4.0),
            shown(A4.1),
            fonts.join(" ")
        );
        objects.push(sheet.into_bytes());
        objects.push(stream("", page.content.as_bytes())?);
    }
    for (index, (typeface, used)) in used.iter().enumerate() {
        objects.extend(font(*typeface, used, first_font + 4 * index)?);
    }
    objects.extend(attached.into_iter().flat_map(|file| file.objects(first_attached)));
    Ok(file(&objects))
}

/// Writes objects as a file, with the cross-reference table of their offsets.
fn file(objects: &[Vec<u8>]) -> Vec<u8> {
    // The comment with high bytes tells tools that the file is binary.
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
    file
}
