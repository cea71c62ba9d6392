//! A signed statement as a PDF. The PDF carries the signed JSON as an attachment, and its last line is a signature over
//! all bytes before it, so that nothing on the pages can be changed either.

use super::signed::SignedStatement;
use super::signing_keys::StatementSigner;
use crate::base::day::Day;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::AppResult;
use crate::base::secret::base64url;
use crate::core::print::{Attachment, PrintBranding, StatementRow, StatementSheet, statement_pdf};

/// The prefix that the signature over a PDF covers before the bytes of the PDF.
const FORMAT: &str = "kapok-statement-pdf-1\n";
/// The beginning of the last line of a signed PDF. PDF viewers treat the line as a comment.
pub(super) const SIGNATURE_LINE: &[u8] = b"%kapok-signature ";

/// The bytes that the signature of a PDF covers.
pub(super) fn signed_bytes(pdf: &[u8]) -> Vec<u8> {
    [FORMAT.as_bytes(), pdf].concat()
}

/// The statement as a signed PDF in that language.
pub(super) fn signed_pdf(
    signed: &SignedStatement,
    key: &StatementSigner,
    head: PrintBranding,
    name: String,
    language: Language,
) -> AppResult<Vec<u8>> {
    let statement = &signed.statement;
    let row = |movement: &super::signed::StatementMovement| StatementRow {
        day: Day::of(movement.created),
        words: movement.text.clone(),
        points: movement.points,
        balance: movement.balance_after,
    };
    let number = statement.chain.number.to_string();
    let say = |line: &str, values: &[(&str, &str)]| messages::text(language, &format!("print.{line}"), values);
    let waits = statement.pending.map(|points| say("pending", &[("points", &messages::grouped(points))]));
    let sheet = StatementSheet {
        head,
        language,
        name,
        short_id: statement.member.clone(),
        from: statement.month.first(),
        to: statement.month.last(),
        opening: statement.opening,
        rows: statement.movements.iter().map(row).collect(),
        closing: statement.closing,
        proof: waits
            .into_iter()
            .chain([
                say("proof_key", &[("key", &statement.key_id)]),
                say("proof_chain", &[("number", &number), ("hash", &statement.chain.hash)]),
            ])
            .collect(),
        attachment: Some(Attachment { name: "statement.json", bytes: serde_json::to_vec(signed)? }),
    };
    let mut pdf = statement_pdf(sheet)?;
    let signature = base64url(&key.sign(&signed_bytes(&pdf)));
    pdf.extend(SIGNATURE_LINE);
    pdf.extend(signature.as_bytes());
    pdf.push(b'\n');
    Ok(pdf)
}
