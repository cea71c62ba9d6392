//! A member's statement as a PDF of A4 pages.

use super::pdf::{PdfPage, document};
use super::words::{FontStyle, TextAnchor};
use super::{A4, Attachment, HAIR, INK, Length, MM, Matrix, PrintBranding};
use crate::base::colour::Colour;
use crate::base::day::Day;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::AppResult;

/// The content of a statement.
pub struct StatementSheet {
    /// The programme's name and colour.
    pub head: PrintBranding,
    /// The language of the statement.
    pub language: Language,
    /// The title, such as `Statement of February 2026`.
    pub heading: String,
    /// The member's name.
    pub name: String,
    pub short_id: String,
    /// The day on which the member joined.
    pub since: Day,
    pub from: Day,
    pub to: Day,
    /// Balance before the first row.
    pub opening: i64,
    pub rows: Vec<StatementRow>,
    /// Balance after the last row.
    pub closing: i64,
    /// Sentences below the rows, such as the points that are pending.
    pub notes: Vec<String>,
    /// At most two headings below the rows, each with its lines.
    pub facts: Vec<(String, Vec<String>)>,
    /// The instructions for checking a signed statement.
    pub proof: Option<StatementProof>,
    /// The file that the PDF carries.
    pub attachment: Option<Attachment>,
}

/// A movement.
pub struct StatementRow {
    pub day: Day,
    pub words: String,
    /// The outlet, the bill and the parts of the points, or what the movement takes back.
    pub detail: Option<String>,
    /// Signed.
    pub points: i64,
    pub balance: i64,
}

/// The instructions for checking a signed statement.
pub struct StatementProof {
    /// The address of the programme's public keys, which the code holds.
    pub keys: String,
    pub lines: Vec<String>,
}

const LEFT: Length = 20 * MM;
const RIGHT: Length = A4.0 - LEFT;
const WIDE: Length = RIGHT - LEFT;
/// The left edge of a row's text, and the right edges of its points and of its balance.
const WORDS: Length = LEFT + 19 * MM;
const POINTS: Length = RIGHT - 24 * MM;
/// The widths of the words of a row, and of a number.
const WORDS_WIDE: Length = POINTS - WORDS - 24 * MM;
const NUMBER_WIDE: Length = 23 * MM;
/// The height of the table's headings on the first page, and on the following ones.
const FIRST_TABLE: Length = 84 * MM;
const NEXT_TABLE: Length = 36 * MM;
/// The end of the rows on each page.
const BOTTOM: Length = 276 * MM;
/// The heights of a row without and with a second line.
const ROW: (Length, Length) = (8 * MM, 13 * MM);
/// The heights of what stands below the rows.
const NOTE: Length = 7 * MM;
const FACTS: Length = 30 * MM;
const PROOF: Length = 52 * MM;
const CODE: Length = 34 * MM;
const RULE: Length = 40;
const THICK: Length = 200;

/// The statement as a PDF.
pub fn statement_pdf(sheet: StatementSheet) -> AppResult<Vec<u8>> {
    let mut paper = Paper { sheet: &sheet, pages: Vec::new(), foot: FIRST_TABLE };
    paper.first_page()?;
    for row in &sheet.rows {
        paper.row(row)?;
    }
    for note in &sheet.notes {
        paper.note(note)?;
    }
    paper.facts()?;
    if let Some(proof) = &sheet.proof {
        paper.proof(proof)?;
    }
    let (count, face) = (paper.pages.len(), paper.face());
    for (index, page) in paper.pages.iter_mut().enumerate() {
        let numbers = [("page", (index + 1).to_string()), ("pages", count.to_string())];
        let numbers = numbers.each_ref().map(|(name, value)| (*name, value.as_str()));
        page.line(face, 800, A4.0 / 2, 288 * MM, WIDE, &messages::text(sheet.language, "print.page", &numbers));
    }
    document(&sheet.name, &paper.pages, sheet.attachment.as_ref())
}

/// The pages of a statement under construction.
struct Paper<'s> {
    sheet: &'s StatementSheet,
    pages: Vec<PdfPage>,
    /// The lower edge of what is drawn on the last page.
    foot: Length,
}

impl Paper<'_> {
    fn face(&self) -> FontStyle {
        FontStyle::of(self.sheet.language)
    }

    fn say(&self, key: &str, values: &[(&str, &str)]) -> String {
        messages::text(self.sheet.language, key, values)
    }

    fn write(
        &mut self,
        stand: TextAnchor,
        style: (FontStyle, Length),
        at: (Length, Length),
        widest: Length,
        text: &str,
    ) {
        if let Some(page) = self.pages.last_mut() {
            page.write(stand, style.0, style.1, at, widest, text);
        }
    }

    fn fill(&mut self, colour: Colour, at: (Length, Length), size: (Length, Length)) {
        if let Some(page) = self.pages.last_mut() {
            page.fill(colour, at.0, at.1, size.0, size.1);
        }
    }

    fn branded(&self) -> AppResult<PdfPage> {
        let mut page = PdfPage::default();
        page.fill(self.sheet.head.colour, 0, 0, A4.0, 4 * MM);
        self.sheet.head.put(&mut page, (LEFT, 11 * MM), 9 * MM, WIDE / 2)?;
        Ok(page)
    }

    fn first_page(&mut self) -> AppResult<()> {
        self.pages.push(self.branded()?);
        let (face, sheet) = (self.face(), self.sheet);
        let since = self.say("print.member_since", &[("day", &sheet.since.to_string())]);
        let of_member = [(face.bold(), sheet.name.clone()), (face, format!("ID {}", sheet.short_id)), (face, since)];
        for (place, (style, words)) in of_member.iter().enumerate() {
            let foot = (15 + 6 * place as Length) * MM;
            self.write(TextAnchor::End, (*style, 1_050), (RIGHT, foot), WIDE / 2 - 5 * MM, words);
        }
        self.write(TextAnchor::Begin, (face.bold(), 1_900), (LEFT, 35 * MM), WIDE, &sheet.heading);
        let days = [("from", self.long(sheet.from)), ("to", self.long(sheet.to))];
        let days = self.say("print.period", &days.each_ref().map(|(name, day)| (*name, day.as_str())));
        self.write(TextAnchor::Begin, (face, 1_000), (LEFT, 42 * MM), WIDE, &days);
        self.fill(INK, (LEFT, 47 * MM), (WIDE, THICK));
        self.sums();
        self.headings(FIRST_TABLE);
        Ok(())
    }

    /// The balances at the start and at the end, and the points in and out.
    fn sums(&mut self) {
        let (face, sheet) = (self.face(), self.sheet);
        let sum = |gave: bool| sheet.rows.iter().map(|row| row.points).filter(|points| (*points > 0) == gave).sum();
        let day = |key: &str, day: Day| self.say(key, &[("short", &self.short(day))]);
        let figures = [
            (day("print.balance_on", sheet.from), messages::grouped(sheet.opening)),
            (self.say("print.points_in", &[]), signed(sum(true))),
            (self.say("print.points_out", &[]), signed(sum(false))),
            (day("print.balance_on", sheet.to), messages::grouped(sheet.closing)),
        ];
        let wide = WIDE / 4;
        for (place, (label, figure)) in figures.iter().enumerate() {
            let left = LEFT + wide * place as Length;
            if place > 0 {
                self.fill(INK, (left, 53 * MM), (RULE, 18 * MM));
            }
            let left = if place > 0 { left + 4 * MM } else { left };
            self.write(TextAnchor::Begin, (face, 900), (left, 57 * MM), wide - 6 * MM, label);
            let size = if place == 3 { 2_200 } else { 1_600 };
            self.write(TextAnchor::Begin, (FontStyle::LatinBold, size), (left, 68 * MM), wide - 6 * MM, figure);
        }
        // The balance has the colour of the programme, as points have elsewhere.
        self.fill(sheet.head.colour, (LEFT + 3 * wide + 4 * MM, 71 * MM), (wide - 8 * MM, THICK));
    }

    fn headings(&mut self, foot: Length) {
        let bold = self.face().bold();
        for (stand, x, key) in [
            (TextAnchor::Begin, LEFT, "print.day"),
            (TextAnchor::Begin, WORDS, "print.what"),
            (TextAnchor::End, POINTS, "print.points"),
            (TextAnchor::End, RIGHT, "print.balance"),
        ] {
            let words = self.say(key, &[]);
            self.write(stand, (bold, 900), (x, foot), NUMBER_WIDE, &words);
        }
        self.fill(INK, (LEFT, foot + 2 * MM), (WIDE, RULE * 2));
        self.foot = foot + 2 * MM;
    }

    /// Begins another page if less than this height is left on the present one.
    fn make_room(&mut self, height: Length, with_table: bool) -> AppResult<()> {
        if self.foot + height <= BOTTOM {
            return Ok(());
        }
        self.pages.push(self.branded()?);
        self.foot = NEXT_TABLE - 8 * MM;
        if with_table {
            self.headings(NEXT_TABLE);
        }
        Ok(())
    }

    fn row(&mut self, row: &StatementRow) -> AppResult<()> {
        let height = if row.detail.is_some() { ROW.1 } else { ROW.0 };
        self.make_room(height, true)?;
        let (face, line) = (self.face(), self.foot + 5 * MM);
        let day = self.short(row.day);
        self.write(TextAnchor::Begin, (face, 950), (LEFT, line), WORDS - LEFT - MM, &day);
        self.write(TextAnchor::Begin, (face.bold(), 950), (WORDS, line), WORDS_WIDE, &row.words);
        self.write(TextAnchor::End, (FontStyle::LatinBold, 950), (POINTS, line), NUMBER_WIDE, &signed(row.points));
        self.write(TextAnchor::End, (face, 950), (RIGHT, line), NUMBER_WIDE, &messages::grouped(row.balance));
        if let Some(detail) = &row.detail {
            self.write(TextAnchor::Begin, (face, 820), (WORDS, line + 5 * MM), WORDS_WIDE, detail);
        }
        self.foot += height;
        self.fill(HAIR, (LEFT, self.foot), (WIDE, RULE));
        Ok(())
    }

    fn note(&mut self, words: &str) -> AppResult<()> {
        self.make_room(NOTE, false)?;
        self.foot += NOTE;
        self.write(TextAnchor::Begin, (self.face(), 900), (LEFT, self.foot), WIDE, words);
        Ok(())
    }

    fn facts(&mut self) -> AppResult<()> {
        let facts = &self.sheet.facts;
        if facts.is_empty() {
            return Ok(());
        }
        self.make_room(FACTS, false)?;
        let (face, top, wide) = (self.face(), self.foot + 9 * MM, WIDE / 2);
        for (place, (heading, lines)) in facts.iter().enumerate() {
            let left = LEFT + wide * place as Length;
            self.write(TextAnchor::Begin, (face.bold(), 950), (left, top), wide - 5 * MM, heading);
            for (nth, line) in lines.iter().enumerate() {
                let foot = top + 5 * MM * (nth as Length + 1);
                self.write(TextAnchor::Begin, (face, 900), (left, foot), wide - 5 * MM, line);
            }
        }
        self.foot += FACTS;
        Ok(())
    }

    fn proof(&mut self, proof: &StatementProof) -> AppResult<()> {
        self.make_room(PROOF, false)?;
        let (face, top) = (self.face(), self.foot + 6 * MM);
        self.fill(INK, (LEFT, top), (WIDE, THICK));
        let code = Matrix::of(&proof.keys)?;
        if let Some(page) = self.pages.last_mut() {
            page.code(&code, LEFT - 3 * MM, top + 4 * MM, CODE);
        }
        let left = LEFT + CODE + MM;
        let title = self.say("print.signed", &[]);
        self.write(TextAnchor::Begin, (face.bold(), 950), (left, top + 9 * MM), WIDE - CODE, &title);
        for (place, line) in proof.lines.iter().enumerate() {
            let foot = top + (14 + 5 * place as Length) * MM;
            self.write(TextAnchor::Begin, (face, 850), (left, foot), RIGHT - left, line);
        }
        self.foot += PROOF;
        Ok(())
    }

    fn long(&self, day: Day) -> String {
        self.say("print.in_words", &[("day", &day.to_string())])
    }

    /// A day without its year, or the whole day where the statement is of several years.
    fn short(&self, day: Day) -> String {
        let (from, to) = (self.sheet.from, self.sheet.to);
        let pattern = match self.sheet.language {
            _ if from.civil().0 != to.civil().0 => "%Y-%m-%d",
            Language::En => "%-d %b",
            Language::Zh | Language::Zhhk => "%-m月%-d日",
        };
        day.start().in_hong_kong(pattern)
    }
}

/// Points with their sign, including a plus.
fn signed(points: i64) -> String {
    if points > 0 { format!("+{}", messages::grouped(points)) } else { messages::grouped(points) }
}
