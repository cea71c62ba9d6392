//! A signed statement as a PDF. The PDF carries the signed JSON as an attachment, and its last line is a signature over
//! all bytes before it, so that nothing on the pages can be changed either.

use super::signed::{MonthStatement, SignedStatement, StatementEnd, StatementMovement};
use super::signing_keys::StatementSigner;
use crate::base::day::Day;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::points::Measure;
use crate::base::problem::AppResult;
use crate::base::secret::base64url;
use crate::core::print::{Attachment, PrintBranding, StatementProof, StatementRow, StatementSheet, statement_pdf};

/// The prefix that the signature over a PDF covers before the bytes of the PDF.
const FORMAT: &str = "kapok-statement-pdf-1\n";
/// The beginning of the last line of a signed PDF. PDF viewers treat the line as a comment.
pub(super) const SIGNATURE_LINE: &[u8] = b"%kapok-signature ";

/// The bytes that the signature of a PDF covers.
pub(super) fn signed_bytes(pdf: &[u8]) -> Vec<u8> {
    [FORMAT.as_bytes(), pdf].concat()
}

/// Texts on the pages that are not part of the signed content.
pub(super) struct StatementLayout {
    pub head: PrintBranding,
    pub name: String,
    pub since: Day,
    pub language: Language,
    /// The address of the programme.
    pub public_url: String,
}

/// The statement as a signed PDF in the member's language.
pub(super) fn signed_pdf(
    signed: &SignedStatement,
    key: &StatementSigner,
    layout: StatementLayout,
) -> AppResult<Vec<u8>> {
    let statement = &signed.statement;
    let StatementLayout { head, name, since, language, public_url } = layout;
    let row = |movement: &StatementMovement| StatementRow {
        day: Day::of(movement.created),
        words: movement.text.clone(),
        detail: movement.detail.clone(),
        points: movement.points,
        balance: movement.balance_after,
    };
    let say = |line: &str, values: &[(&str, &str)]| messages::text(language, &format!("print.{line}"), values);
    let waits = statement.pending.map(|points| say("pending", &[("points", &messages::grouped(points))]));
    let sheet = StatementSheet {
        head,
        language,
        heading: say("statement_of", &[("month", &statement.month.words(language))]),
        name,
        short_id: statement.member.clone(),
        since,
        from: statement.month.first(),
        to: statement.month.last(),
        opening: statement.opening,
        rows: statement.movements.iter().map(row).collect(),
        closing: statement.closing,
        notes: waits.into_iter().collect(),
        facts: facts(statement, language, &public_url),
        proof: Some(proof(statement, language, &public_url)),
        attachment: Some(Attachment { name: "statement.json", bytes: serde_json::to_vec(signed)? }),
    };
    let mut pdf = statement_pdf(sheet)?;
    let signature = base64url(&key.sign(&signed_bytes(&pdf)));
    pdf.extend(SIGNATURE_LINE);
    pdf.extend(signature.as_bytes());
    pdf.push(b'\n');
    Ok(pdf)
}

/// The lines about the points that expire next and about the CO2e that was saved.
fn facts(statement: &MonthStatement, language: Language, public_url: &str) -> Vec<(String, Vec<String>)> {
    let say = |line: &str, values: &[(&str, &str)]| messages::text(language, &format!("print.{line}"), values);
    let expiring = statement.expiring.as_ref().map(|expiring| {
        let end = |end: &StatementEnd| {
            let (points, day) = (messages::grouped(end.points), end.last_day.to_string());
            say("expires_on", &[("points", &points), ("day", &day)])
        };
        let heading = say("expires_next", &[("day", &expiring.as_of.to_string())]);
        (heading, expiring.days.iter().map(end).chain([say("expires_order", &[])]).collect())
    });
    let carbon = statement.carbon.as_ref().map(|carbon| {
        let (month, year) = (statement.month.words(language), (statement.month.number().div_euclid(12)).to_string());
        let of_month = say("carbon_month", &[("kilograms", &kilograms(carbon.month_grams)), ("month", &month)]);
        let of_year = say("carbon_year", &[("kilograms", &kilograms(carbon.year_grams)), ("year", &year)]);
        let method = say("carbon_method", &[("address", &format!("{public_url}/carbon/method"))]);
        (say("carbon", &[]), vec![of_month, of_year, method])
    });
    expiring.into_iter().chain(carbon).collect()
}

/// Returns the text under a signed statement: how the reader verifies the signature, and the contact of the programme.
fn proof(statement: &MonthStatement, language: Language, public_url: &str) -> StatementProof {
    let say = |line: &str, values: &[(&str, &str)]| messages::text(language, &format!("print.{line}"), values);
    let (number, month) = (statement.chain.number.to_string(), statement.month.to_string());
    let keys = format!("{public_url}/api/statement/keys");
    let lines = [
        say("proof_same", &[]),
        say("proof_keys", &[("address", &keys)]),
        format!("kapok verify --statement statement-{month}.pdf --key keys.json"),
        say("proof_chain", &[("number", &number), ("hash", &statement.chain.hash)]),
        say("proof_key", &[("key", &statement.key_id)]),
    ];
    StatementProof { keys, lines: lines.into_iter().chain(messages::contact(language)).collect() }
}

/// Kilograms with one decimal.
fn kilograms(grams: Measure) -> String {
    // A measure has thousandths of a gram.
    let tenths = (grams.units() + 50_000).div_euclid(100_000);
    format!("{}.{}", tenths / 10, tenths % 10)
}
