//! An A4 poster: what it is, what it gives, and the code to scan.

use super::pdf::{Face, Page, document};
use super::qr::Matrix;
use super::{A4, Length, MM, PAPER, RED, escaped, shown};
use crate::base::language::{Language, LocalizedText};
use crate::base::messages;
use crate::base::problem::AppResult;

/// What stands on a poster.
pub(in crate::admin) struct Poster {
    /// The programme's name.
    pub programme: LocalizedText,
    /// The campaign's name.
    pub name: LocalizedText,
    /// What one scan gives.
    pub points: i64,
    /// What the code says.
    pub text: String,
}

/// The colours as SVG writes them.
const RED_HEX: &str = "#c2292e";
const PAPER_HEX: &str = "#faf5eb";

const CODE_SIDE: Length = 120 * MM;
const CODE_TOP: Length = 112 * MM;
const WIDEST: Length = 180 * MM;

/// A line: face, size, foot from above, words.
struct Line {
    face: Face,
    size: Length,
    foot: Length,
    words: String,
}

impl Poster {
    fn lines(&self) -> Vec<Line> {
        let face = |language| match language {
            Language::En => Face::LatinBold,
            Language::Zhhk => Face::Hant,
            Language::Zh => Face::Hans,
        };
        let line = |face, size, foot, words: &str| Line { face, size, foot, words: words.to_owned() };
        let mut lines = vec![line(Face::LatinBold, 2_000, 20 * MM, self.programme.get(Language::En))];
        let shown = self.languages();
        let mut foot = 46 * MM;
        for (index, language) in shown.iter().enumerate() {
            lines.push(line(face(*language), if index == 0 { 3_200 } else { 2_800 }, foot, self.name.get(*language)));
            foot += 13 * MM;
        }
        lines.push(line(Face::LatinBold, 5_400, 102 * MM, &format!("+{}", messages::grouped(self.points))));
        let mut foot = CODE_TOP + CODE_SIDE + 14 * MM;
        for language in shown {
            let words =
                messages::text(language, "print.scan_for_points", &[("points", &messages::grouped(self.points))]);
            lines.push(line(face(language), 1_600, foot, &words));
            foot += 9 * MM;
        }
        lines.push(line(Face::Latin, 1_000, 289 * MM, &self.text));
        lines
    }

    /// English, and the Chinese in which the campaign has a name: Hong Kong's first.
    fn languages(&self) -> Vec<Language> {
        let mut languages = vec![Language::En];
        languages.extend(self.name.zhhk.as_ref().map(|_| Language::Zhhk));
        languages.extend(self.name.zh.as_ref().map(|_| Language::Zh));
        languages
    }
}

/// The poster as a PDF of one page.
pub(in crate::admin) fn poster_pdf(poster: &Poster) -> AppResult<Vec<u8>> {
    let mut page = Page::default();
    page.fill(PAPER, 0, 0, A4.0, A4.1);
    page.fill(RED, 0, 0, A4.0, 8 * MM);
    page.code(&Matrix::of(&poster.text)?, (A4.0 - CODE_SIDE) / 2, CODE_TOP, CODE_SIDE);
    for line in poster.lines() {
        page.line(line.face, line.size, A4.0 / 2, line.foot, WIDEST, &line.words);
    }
    document(poster.name.get(Language::En), &[page])
}

/// The poster as one SVG of A4's size.
pub(in crate::admin) fn poster_svg(poster: &Poster) -> AppResult<String> {
    let code = Matrix::of(&poster.text)?;
    let side = code.whole_side();
    let words: String = poster
        .lines()
        .iter()
        .map(|line| {
            let (language, weight) = match line.face {
                Face::Hant => ("zh-Hant-HK", 500),
                Face::Hans => ("zh-Hans", 500),
                Face::LatinBold => ("en", 700),
                Face::Latin => ("en", 400),
            };
            format!(
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"{weight}\" lang=\"{language}\" \
                 xml:lang=\"{language}\" text-anchor=\"middle\">{}</text>",
                shown(A4.0 / 2),
                shown(line.foot),
                shown(line.size),
                escaped(&line.words)
            )
        })
        .collect();
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"system-ui, sans-serif\" fill=\"#211f1c\"><path fill=\"{PAPER_HEX}\" d=\"M0 0h{width}v{height}H0z\"/>\
         <path fill=\"{RED_HEX}\" d=\"M0 0h{width}v{band}H0z\"/>\
         <svg x=\"{left}\" y=\"{top}\" width=\"{size}\" height=\"{size}\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path fill=\"#000\" d=\"{path}\"/></svg>{words}</svg>\n",
        width = shown(A4.0),
        height = shown(A4.1),
        band = shown(8 * MM),
        left = shown((A4.0 - CODE_SIDE) / 2),
        top = shown(CODE_TOP),
        size = shown(CODE_SIDE),
        path = code.path()
    ))
}
