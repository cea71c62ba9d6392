//! Checks a file of a signed statement, JSON or PDF, without a server and without a database.

use super::pdf::{self, SIGNATURE_LINE};
use super::signed::{FORMAT, MonthStatement, SignedStatement, is_signature};
use super::signing_keys::{PublishedKeys, key_id};
use crate::base::secret::read_base64url;
use crate::core::print::attachment_in;

/// The reason why a file is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementFault {
    /// The file is no statement, or of a later format.
    NotAStatement,
    /// The end of the file is missing.
    Cut,
    /// A byte of a PDF was changed, or another program saved it again.
    PdfChanged,
    /// The content does not fit the signature.
    Changed,
    /// The signature fits the key in the file, and that key is not one of those given.
    UnknownKey,
}

impl StatementFault {
    /// A sentence for the shell.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::NotAStatement => "this is not a signed statement of Kapok",
            Self::Cut => "the file is cut off: its end is missing",
            Self::PdfChanged => "the PDF was changed after it was signed, or another program saved it again",
            Self::Changed => "the statement was changed after it was signed, or its signature is forged",
            Self::UnknownKey => "the statement is signed by a key that is not among the given ones: it may be forged",
        }
    }
}

/// Public keys that the caller trusts.
#[derive(Clone, Debug, Default)]
pub struct TrustedKeys(Vec<Vec<u8>>);

impl TrustedKeys {
    /// Reads one public key in base64url, or the content of a key file. `None` for anything else.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Ok(published) = serde_json::from_str::<PublishedKeys>(text) {
            let keys = published.keys.iter().map(|key| read_base64url(&key.public_key));
            return keys.collect::<Option<_>>().map(Self);
        }
        read_base64url(text).filter(|key| key.len() == 32).map(|key| Self(vec![key]))
    }

    /// Returns whether the file holds no key. A programme that has not made any statement yet publishes such a file.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn contain(&self, key: &[u8]) -> bool {
        self.0.iter().any(|trusted| trusted == key)
    }
}

/// Checks the bytes of a file. Without trusted keys the key in the file counts, which proves that the file is whole and
/// not who signed it.
pub fn check_file(bytes: &[u8], trusted: Option<&TrustedKeys>) -> Result<MonthStatement, StatementFault> {
    let is_pdf = bytes.starts_with(b"%PDF-");
    let (json, signed_pdf) =
        if is_pdf { pdf_parts(bytes).map(|(json, rest)| (json, Some(rest)))? } else { (bytes, None) };
    let SignedStatement { statement, signature } = parse(json)?;
    let key = read_base64url(&statement.public_key).ok_or(StatementFault::NotAStatement)?;
    if statement.format != FORMAT || key.len() != 32 {
        return Err(StatementFault::NotAStatement);
    }
    let signed = statement.signed_bytes().map_err(|_| StatementFault::NotAStatement)?;
    if !is_signature(&key, &signed, &signature) || key_id(&key) != statement.key_id || !statement.adds_up() {
        return Err(StatementFault::Changed);
    }
    if let Some((pages, signature)) = signed_pdf
        && !is_signature(&key, &pdf::signed_bytes(pages), signature)
    {
        return Err(StatementFault::PdfChanged);
    }
    match trusted {
        Some(trusted) if !trusted.contain(&key) => Err(StatementFault::UnknownKey),
        _ => Ok(statement),
    }
}

fn parse(json: &[u8]) -> Result<SignedStatement, StatementFault> {
    serde_json::from_slice(json).map_err(|error| match error.classify() {
        serde_json::error::Category::Eof if json.starts_with(b"{") => StatementFault::Cut,
        _ => StatementFault::NotAStatement,
    })
}

/// The bytes of a PDF that are signed, and their signature.
type SignedBytes<'b> = (&'b [u8], &'b str);

/// The attached JSON of a PDF, and the signed bytes with their signature.
fn pdf_parts(bytes: &[u8]) -> Result<(&[u8], SignedBytes<'_>), StatementFault> {
    let json = attachment_in(bytes).ok_or(StatementFault::NotAStatement)?;
    let at = bytes.windows(SIGNATURE_LINE.len()).rposition(|part| part == SIGNATURE_LINE).ok_or(StatementFault::Cut)?;
    let line = std::str::from_utf8(&bytes[at + SIGNATURE_LINE.len()..]).map_err(|_| StatementFault::PdfChanged)?;
    let signature = line.strip_suffix('\n').ok_or(StatementFault::Cut)?;
    Ok((json, (&bytes[..at], signature)))
}
