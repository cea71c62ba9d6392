//! Codes: what a coupon shows at the counter. Worth money, so they lie encrypted, and a counter
//! finds one by a keyed hash.

use std::collections::HashSet;

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use anyhow::anyhow;

use super::queries;
use crate::base::clock::Timestamp;
use crate::base::id::{ItemId, RecordId};
use crate::base::keys::{Keyring, Purpose};
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND, ProblemType, Refusal};
use crate::base::secret::random_bytes;
use crate::base::short_code::ShortCode;
use crate::platform::store::{Read, Tx};

/// Another item that is collected at the same counter has that code already.
pub const CODE_ELSEWHERE: ProblemType = ProblemType::new("code_elsewhere", 409, "Another item has this code");

/// The longest code that a barcode still shows legibly, in characters.
const LONGEST_CODE: usize = 80;
/// Characters of a code that a dry run shows.
const SHOWN: usize = 4;
/// Lines that one refusal names.
const MOST_NAMED: usize = 20;
const NONCE: usize = 12;

/// Seals and opens codes (AES-256-GCM, bound to their row), and hashes them for finding.
#[derive(Clone, Debug)]
pub struct CodeVault {
    keys: Keyring,
}

/// A code ready to be stored.
#[derive(Clone, Debug)]
pub struct SealedCode {
    pub(super) id: RecordId,
    pub(super) sealed: Vec<u8>,
    pub(super) lookup: [u8; 32],
    /// Its number in the file that it came from, counted from 1.
    pub(super) line: Option<i64>,
}

/// A row of an upload that ought to hold a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolLine {
    /// Its number in the file, counted from 1.
    pub line: i64,
    /// What stands in it.
    pub text: String,
}

/// What would become of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PoolFate)]
pub enum PoolFate {
    /// It would be added.
    New,
    /// The item has it already.
    Known,
    /// Another item that is collected at the same counter has it.
    Elsewhere,
    /// It stands further up in the file.
    Repeated,
    /// It is no code.
    Invalid,
}

/// A row and its fate.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = PoolRow)]
pub struct PoolRow {
    /// Its number in the file, counted from 1.
    pub line: i64,
    /// Its last characters, the others masked.
    pub code: String,
    /// What would become of it.
    pub fate: PoolFate,
}

/// What [`add_pool_codes`] would do, row by row.
#[derive(Clone, Debug)]
pub struct PoolSurvey {
    /// In numbers.
    pub count: PoolCount,
    /// Rows that are no codes.
    pub invalid: i64,
    /// Every row.
    pub rows: Vec<PoolRow>,
}

/// What became of an upload of pool codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct PoolCount {
    /// Codes that are new.
    pub added: i64,
    /// Codes that this item has, or that stand in the upload twice.
    pub duplicates: i64,
    /// Codes of this item that nobody holds.
    pub free: i64,
}

/// What a withdrawal left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct PoolWithdrawal {
    /// Codes that went.
    pub removed: i64,
    /// Codes of this item that nobody holds.
    pub free: i64,
}

impl CodeVault {
    /// A vault with the programme's keys.
    pub fn new(keys: &Keyring) -> Self {
        Self { keys: keys.clone() }
    }

    fn cipher(&self) -> Aes256Gcm {
        Aes256Gcm::new(&self.keys.derive(Purpose::CodePool).into())
    }

    /// Seals one code.
    pub fn seal(&self, now: Timestamp, text: &str) -> SealedCode {
        self.seal_with(&self.cipher(), now, text)
    }

    /// Seals the codes of a pool. Slow for many, so it is done before the write that stores them.
    /// Fails with `invalid_code`, naming the line, unless each is 1 to 80 printable ASCII
    /// characters.
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

    /// Seals a code that comes from elsewhere for the row that it has, and hashes it for finding.
    pub fn reseal(&self, id: RecordId, text: &str) -> (Vec<u8>, [u8; 32]) {
        let code = self.seal_for(&self.cipher(), id, text);
        (code.sealed, code.lookup)
    }

    /// What a sealed code says. Fails for one of another row or of other keys.
    pub fn open(&self, id: RecordId, sealed: &[u8]) -> AppResult<String> {
        let (nonce, hidden) =
            sealed.split_first_chunk::<NONCE>().ok_or_else(|| anyhow!("the code {id} is cut short"))?;
        let payload = Payload { msg: hidden, aad: id.as_bytes() };
        let plain = self.cipher().decrypt(&Nonce::from(*nonce), payload);
        // The cipher says nothing about why, on purpose.
        let plain = plain.map_err(|_| anyhow!("the code {id} does not belong to this row or this master key"))?;
        Ok(String::from_utf8(plain).map_err(|error| anyhow!(error))?)
    }

    /// The hash by which a code is found. Case and blanks are not told apart: people read codes
    /// out and type them.
    pub(super) fn lookup(&self, text: &str) -> [u8; 32] {
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).collect();
        self.keys.mac(Purpose::CodePool, &[b"lookup", plain.as_bytes()])
    }

    /// The hash by which the coupon of a short code is found.
    pub(super) fn short_lookup(&self, code: &ShortCode) -> [u8; 32] {
        self.keys.mac(Purpose::CodePool, &[b"short", code.as_str().as_bytes()])
    }
}

/// Adds codes to an item's pool; those that it has already are passed over. Fails with `not_found`, and with
/// [`CODE_ELSEWHERE`], naming lines: a counter could not tell the two coupons apart.
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

/// Takes the codes that nobody holds out of an item's pool; gives how many. Fails with `not_found`.
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

/// A code that people can tell from another without being able to use it.
pub fn masked_code(text: &str) -> String {
    let length = text.chars().count();
    let shown = SHOWN.min(length / 2);
    format!("••••{}", text.chars().rev().take(shown).collect::<Vec<_>>().iter().rev().collect::<String>())
}

/// Tells what [`add_pool_codes`] would do. Fails with `not_found`.
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
            PoolFate::Invalid
        } else if !seen.insert(lookup) {
            duplicates += 1;
            PoolFate::Repeated
        } else if queries::codes::is_known(read, item, lookup)? {
            duplicates += 1;
            PoolFate::Known
        } else if queries::codes::is_elsewhere(read, item, lookup)? {
            PoolFate::Elsewhere
        } else {
            added += 1;
            PoolFate::New
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
