//! Reads the text of a PDF as a reader would copy it, and whether its fonts are embedded.

use std::collections::BTreeMap;
use std::io::Read;

#[derive(Debug)]
pub struct Font {
    pub name: String,
    pub is_embedded: bool,
}

/// The fonts that a PDF uses.
pub fn fonts_of(pdf: &[u8]) -> Vec<Font> {
    let objects = objects(pdf);
    let of_object = |number: &str| objects.get(number).map_or("", |object| object.0.as_str());
    let fonts = objects.values().map(|object| object.0.as_str()).filter(|head| head.contains("/Type /Font "));
    fonts
        .map(|head| {
            let descriptor = reference(head, "/FontDescriptor").map_or("", of_object);
            let file = reference(descriptor, "/FontFile3").and_then(|number| objects.get(number));
            Font {
                name: after(head, "/BaseFont /").split(' ').next().unwrap_or_default().to_owned(),
                is_embedded: file.is_some_and(|file| file.1.starts_with(&[1, 0, 4, 4])),
            }
        })
        .collect()
}

/// The text of a PDF: one line for each vertical position that has text.
pub fn text_of(pdf: &[u8]) -> String {
    let objects = objects(pdf);
    let mut text = String::new();
    for (head, _) in objects.values().filter(|object| object.0.contains("/Type /Page ")) {
        let content = reference(head, "/Contents").and_then(|number| objects.get(number)).expect("a page's content");
        let mut height = String::new();
        for line in String::from_utf8_lossy(&content.1).lines().filter(|line| line.contains(" Tj ET")) {
            let font = line.split(" Tf ").next().and_then(|start| start.rsplit('/').next()).expect("a font");
            let font = reference(head, &format!("/{}", font.split(' ').next().expect("a name"))).expect("its number");
            let map = reference(&objects[font].0, "/ToUnicode").and_then(|number| objects.get(number)).expect("a map");
            let characters = characters(&String::from_utf8_lossy(&map.1));
            let here = line.split(" Td ").next().and_then(|start| start.rsplit(' ').next()).expect("a height");
            if here != height {
                height = here.to_owned();
                text.push('\n');
            }
            let digits = line.split(" Td <").nth(1).and_then(|rest| rest.split('>').next()).expect("glyphs");
            if let Some(said) = line.split("/ActualText <FEFF").nth(1).and_then(|rest| rest.split('>').next()) {
                text.push_str(&in_utf16(said));
                continue;
            }
            let glyphs = digits.as_bytes().chunks(4).map(|glyph| String::from_utf8_lossy(glyph).into_owned());
            text.extend(glyphs.map(|glyph| characters.get(&glyph).cloned().unwrap_or_else(|| "?".to_owned())));
        }
    }
    text
}

/// Each object of a PDF: its dictionary and its decompressed stream.
fn objects(pdf: &[u8]) -> BTreeMap<String, (String, Vec<u8>)> {
    let find =
        |what: &[u8], from: usize| pdf[from..].windows(what.len()).position(|part| part == what).map(|at| at + from);
    let (mut found, mut at) = (BTreeMap::new(), 0);
    while let Some(start) = find(b" 0 obj\n", at) {
        let number = pdf[..start].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let number = String::from_utf8_lossy(&pdf[start - number..start]).into_owned();
        let end = find(b"\nendobj\n", start).expect("an object ends");
        let stream = find(b"stream\n", start).filter(|stream| *stream < end);
        let head = String::from_utf8_lossy(&pdf[start + 7..stream.unwrap_or(end)]).into_owned();
        let mut bytes = Vec::new();
        if let Some(stream) = stream {
            let packed = &pdf[stream + 7..end - b"\nendstream".len()];
            match head.contains("/FlateDecode") {
                true => drop(flate2::read::ZlibDecoder::new(packed).read_to_end(&mut bytes).expect("packed bytes")),
                false => bytes.extend(packed),
            }
        }
        found.insert(number, (head, bytes));
        at = end;
    }
    found
}

/// The character of each glyph, from a ToUnicode map.
fn characters(map: &str) -> BTreeMap<String, String> {
    let pairs = map.lines().filter_map(|line| line.strip_prefix('<')?.strip_suffix('>')?.split_once("> <"));
    pairs.map(|(glyph, text)| (glyph.to_owned(), in_utf16(text))).collect()
}

fn in_utf16(digits: &str) -> String {
    let unit = |digits: &[u8]| u16::from_str_radix(&String::from_utf8_lossy(digits), 16).expect("four digits");
    String::from_utf16(&digits.as_bytes().chunks(4).map(unit).collect::<Vec<_>>()).expect("UTF-16")
}

fn after<'t>(text: &'t str, key: &str) -> &'t str {
    text.split_once(key).map_or("", |(_, rest)| rest)
}

/// The number of the object that a key refers to.
fn reference<'t>(head: &'t str, key: &str) -> Option<&'t str> {
    after(head, &format!("{key} ")).split(' ').next().filter(|number| number.parse::<u32>().is_ok())
}
