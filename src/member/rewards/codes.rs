//! Codes that a coupon shows at the counter. A code is worth money, so the database stores it encrypted; a counter
//! finds it by a keyed hash.

use std::collections::HashSet;

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use anyhow::anyhow;

use super::queries;
use crate::base::clock::Timestamp;
use crate::base::id::{ItemId, RecordId};
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND, ProblemType, Refusal};
use crate::base::secret::random_bytes;
use crate::base::short_code::ShortCode;
use crate::platform::store::{Read, Tx};

/// Another item that is collected at the same counter already has that code.
pub const CODE_ELSEWHERE: ProblemType = ProblemType::new("code_elsewhere", 409, "Another item has this code");

/// The longest accepted code, in characters. A barcode of this length is still legible.
const LONGEST_CODE: usize = 80;
/// Number of characters of a code that a dry run shows.
const SHOWN: usize = 4;
/// Number of lines that one refusal names, at most.
const MOST_NAMED: usize = 20;
const NONCE: usize = 12;

/// Encrypts and decrypts codes (AES-256-GCM, bound to their row), and computes the hashes for lookups.
#[derive(Clone, Debug)]
pub struct CodeVault {
    keys: Keyring,
}

/// An encrypted code with its lookup hash.
#[derive(Clone, Debug)]
pub struct SealedCode {
    pub(super) id: RecordId,
    pub(super) sealed: Vec<u8>,
    pub(super) lookup: [u8; 32],
    /// Line number in the uploaded file, counted from 1.
    pub(super) line: Option<i64>,
}

/// A row of an upload that should hold a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolLine {
    /// Line number in the file, counted from 1.
    pub line: i64,
    /// The text of the row.
    pub text: String,
}

/// The outcome that a row would have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PoolFate)]
pub enum PoolRowState {
    /// The code would be added.
    New,
    /// The item already has the code.
    Known,
    /// Another item that is collected at the same counter has the code.
    Elsewhere,
    /// An earlier row of the file holds the same code.
    Repeated,
    /// The text is not a valid code.
    Invalid,
}

/// A row and the outcome that it would have.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = PoolRow)]
pub struct PoolRow {
    /// Line number in the file, counted from 1.
    pub line: i64,
    /// The last characters of the code; the others are masked.
    pub code: String,
    /// The outcome that an import would have for the row.
    pub fate: PoolRowState,
}

/// The outcome of each row that [`add_pool_codes`] would have.
#[derive(Clone, Debug)]
pub struct PoolSurvey {
    /// The totals.
    pub count: PoolCount,
    /// Number of rows that are not valid codes.
    pub invalid: i64,
    /// All rows of the upload.
    pub rows: Vec<PoolRow>,
}

/// The result of an upload of pool codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct PoolCount {
    /// Number of new codes.
    pub added: i64,
    /// Number of codes that this item already has, or that the upload repeats.
    pub duplicates: i64,
    /// Number of codes of this item that no redemption uses.
    pub free: i64,
}

/// The result of a withdrawal of pool codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct PoolWithdrawal {
    /// Number of codes that were removed.
    pub removed: i64,
    /// Number of codes of this item that no redemption uses.
    pub free: i64,
}

impl CodeVault {
    /// Creates a vault with the programme's keys.
    pub fn new(keys: &Keyring) -> Self {
        Self { keys: keys.clone() }
    }

    fn cipher(&self) -> Aes256Gcm {
        Aes256Gcm::new(&self.keys.derive(KeyPurpose::CodePool).into())
    }

    /// Encrypts one code.
    pub fn seal(&self, now: Timestamp, text: &str) -> SealedCode {
        self.seal_with(&self.cipher(), now, text)
    }

    /// Encrypts the codes of a pool. This is slow for many codes, so call it before the write transaction. Fails with
    /// `invalid_code`, naming the line, unless each code is 1 to 80 printable ASCII characters.
    pub fn seal_all(&self, now: Timestamp, lines: &[PoolLine]) -> AppResult<Vec<SealedCode>> {
        let cipher = self.cipher();
        let seal = |line: &PoolLine| {
            if is_code(&line.text) {
                Ok(SealedCode { line: Some(line.line), ..self.seal_with(&cipher, now, &line.text) })
            } else {
                Err(AppError::invalid_field(format!("line {}", line.line), "invalid_code"))
            }
        };
        lines.iter().map(seal).collect()
    }

    fn seal_with(&self, cipher: &Aes256Gcm, now: Timestamp, text: &str) -> SealedCode {
        self.seal_for(cipher, RecordId::made_at(now), text)
    }

    fn seal_for(&self, cipher: &Aes256Gcm, id: RecordId, text: &str) -> SealedCode {
        let nonce: [u8; NONCE] = random_bytes();
        let payload = Payload { msg: text.as_bytes(), aad: id.as_bytes() };
        let hidden = cipher.encrypt(&Nonce::from(nonce), payload).expect("a short text can be encrypted");
        SealedCode { id, sealed: [&nonce[..], &hidden].concat(), lookup: self.lookup(text), line: None }
    }

    /// Encrypts a given code for an existing row, and computes the hash for lookups.
    pub fn reseal(&self, id: RecordId, text: &str) -> (Vec<u8>, [u8; 32]) {
        let code = self.seal_for(&self.cipher(), id, text);
        (code.sealed, code.lookup)
    }

    /// Decrypts a code. Fails if the code belongs to another row or to other keys.
    pub fn open(&self, id: RecordId, sealed: &[u8]) -> AppResult<String> {
        let (nonce, hidden) =
            sealed.split_first_chunk::<NONCE>().ok_or_else(|| anyhow!("the code {id} is cut short"))?;
        let payload = Payload { msg: hidden, aad: id.as_bytes() };
        let plain = self.cipher().decrypt(&Nonce::from(*nonce), payload);
        // AES-GCM does not report a reason, by design.
        let plain = plain.map_err(|_| anyhow!("the code {id} does not belong to this row or this master key"))?;
        Ok(String::from_utf8(plain).map_err(|error| anyhow!(error))?)
    }

    /// The hash by which a code is found. It ignores case and spaces, because people read codes aloud and type them.
    pub(super) fn lookup(&self, text: &str) -> [u8; 32] {
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).collect();
        self.keys.mac(KeyPurpose::CodePool, &[b"lookup", plain.as_bytes()])
    }

    /// The hash by which a coupon is found from its short code.
    pub(super) fn short_lookup(&self, code: &ShortCode) -> [u8; 32] {
        self.keys.mac(KeyPurpose::CodePool, &[b"short", code.as_str().as_bytes()])
    }
}

/// Adds codes to an item's pool and skips those that the item already has. Fails with `not_found`, and with
/// [`CODE_ELSEWHERE`], naming lines, when another item has the code: a counter could not distinguish the two coupons.
pub fn add_pool_codes(tx: &Tx<'_>, item: ItemId, codes: &[SealedCode]) -> AppResult<PoolCount> {
    let mut added = 0;
    if queries::items::find(tx, item)?.is_none() {
        return Err(NOT_FOUND.into());
    }
    let mut fields = Vec::new();
    for code in codes {
        if fields.len() == MOST_NAMED {
            break;
        }
        let elsewhere = queries::codes::is_elsewhere(tx, item, code.lookup)?;
        if elsewhere && !queries::codes::is_known(tx, item, code.lookup)? {
            fields.push(FieldProblem::new(format!("line {}", code.line.unwrap_or_default()), CODE_ELSEWHERE.code));
        }
    }
    if !fields.is_empty() {
        return Err(AppError::Refused(Box::new(Refusal { problem: CODE_ELSEWHERE, fields, retry_after_s: None })));
    }
    for code in codes {
        added += queries::codes::insert_pooled(tx, item, code)?;
    }
    let added = i64::try_from(added).unwrap_or(i64::MAX);
    let free = queries::codes::add_free(tx, item, added)?;
    Ok(PoolCount { added, duplicates: codes.len() as i64 - added, free })
}

/// Removes the unused codes from an item's pool and returns how many. Fails with `not_found`.
pub fn withdraw_pool_codes(tx: &Tx<'_>, item: ItemId) -> AppResult<PoolWithdrawal> {
    if queries::items::find(tx, item)?.is_none() {
        return Err(NOT_FOUND.into());
    }
    let removed = i64::try_from(queries::codes::delete_free(tx, item)?).unwrap_or(i64::MAX);
    let free = queries::codes::add_free(tx, item, -removed)?;
    Ok(PoolWithdrawal { removed, free })
}

fn is_code(text: &str) -> bool {
    (1..=LONGEST_CODE).contains(&text.len())
        && text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        && text.trim() == text
}

/// Masks a code: people can distinguish it from others but cannot use it.
pub fn masked_code(text: &str) -> String {
    let length = text.chars().count();
    let shown = SHOWN.min(length / 2);
    format!("••••{}", text.chars().rev().take(shown).collect::<Vec<_>>().iter().rev().collect::<String>())
}

/// Returns what [`add_pool_codes`] would do, without writing. Fails with `not_found`.
pub fn survey_pool_codes(
    read: &Read<'_>,
    vault: &CodeVault,
    item: ItemId,
    lines: &[PoolLine],
) -> AppResult<PoolSurvey> {
    let found = queries::items::find(read, item)?.ok_or(NOT_FOUND)?;
    let (mut seen, mut rows) = (HashSet::new(), Vec::with_capacity(lines.len()));
    let (mut added, mut duplicates, mut invalid) = (0, 0, 0);
    for PoolLine { line, text } in lines {
        let lookup = vault.lookup(text);
        let fate = if !is_code(text) {
            invalid += 1;
            PoolRowState::Invalid
        } else if !seen.insert(lookup) {
            duplicates += 1;
            PoolRowState::Repeated
        } else if queries::codes::is_known(read, item, lookup)? {
            duplicates += 1;
            PoolRowState::Known
        } else if queries::codes::is_elsewhere(read, item, lookup)? {
            PoolRowState::Elsewhere
        } else {
            added += 1;
            PoolRowState::New
        };
        rows.push(PoolRow { line: *line, code: masked_code(text), fate });
    }
    let count = PoolCount { added, duplicates, free: found.free_codes + added };
    Ok(PoolSurvey { count, invalid, rows })
}

#[cfg(test)]
mod tests {
    use super::{CodeVault, Keyring, PoolLine, Timestamp};

    #[test]
    fn a_sealed_code_opens_only_in_its_own_row() {
        let vault = CodeVault::new(&Keyring::new([9; 32]));
        let now = Timestamp::from_millis(1);
        let (one, other) = (vault.seal(now, "TEA-001"), vault.seal(now, "TEA-002"));
        assert_eq!(vault.open(one.id, &one.sealed).expect("opens"), "TEA-001");
        assert!(vault.open(other.id, &one.sealed).is_err());
        assert!(vault.open(one.id, &one.sealed[..20]).is_err());
        assert!(!String::from_utf8_lossy(&one.sealed).contains("TEA"));
    }

    #[test]
    fn a_code_is_found_however_it_is_typed() {
        let vault = CodeVault::new(&Keyring::new([9; 32]));
        assert_eq!(vault.lookup("TEA 001"), vault.lookup(" tea001\n"));
        assert_ne!(vault.lookup("TEA001"), vault.lookup("TEA002"));
    }

    #[test]
    fn a_pool_takes_printable_codes_only_and_names_the_bad_line() {
        let vault = CodeVault::new(&Keyring::new([9; 32]));
        let line = |line, text: &str| PoolLine { line, text: text.to_owned() };
        let refused = |bad: &str| vault.seal_all(Timestamp::from_millis(1), &[line(1, "A1"), line(2, bad)]);
        for bad in ["", " A2", "碼", "A\t2", &"x".repeat(81)] {
            assert_eq!(refused(bad).expect_err(bad).code(), "invalid_code");
        }
        assert!(refused("A2").is_ok());
    }
}
