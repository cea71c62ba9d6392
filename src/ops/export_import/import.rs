//! The import: into an empty programme, complete or not at all. The report names each invalid line.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};

use super::queries::{self, TABLES, Table};
use super::{
    ANNOUNCEMENTS, ARTICLES, COUPON_CODES, FORMAT, PICTURES, RULE_SPANS, RULE_VERSIONS, SETTINGS, VERSION, cells,
    export,
};
use crate::base::id::{EarningRuleId, RecordId};
use crate::base::keys::Keyring;
use crate::base::problem::{AppError, AppResult};
use crate::core::settings::ProgrammeSettings;
use crate::member::articles;
use crate::member::earning_rules;
use crate::member::media;
use crate::member::rewards::CodeVault;
use crate::ops::verification::{self, VerificationReport};
use crate::platform::store::{Store, Tx};

/// Number of invalid lines that the report names; further ones are only counted.
const MOST_NAMED: usize = 100;

/// Whether the import is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportMode {
    /// Validate every line and store nothing.
    DryRun,
    /// Store everything, or nothing if a line is invalid.
    Keep,
}

/// An invalid line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidLine {
    /// The position of the record: `line 12`, or `members.csv line 12`.
    pub place: String,
    /// The mistake.
    pub why: String,
}

/// The result of an import.
#[derive(Clone, Debug)]
pub enum Imported {
    /// All lines are valid and, unless it was a dry run, stored.
    Sound {
        /// Number of lines.
        lines: u64,
        /// The result of the ledger check.
        report: VerificationReport,
    },
    /// Nothing was stored.
    Refused {
        /// The first invalid lines.
        bad: Vec<InvalidLine>,
        /// Number of all invalid lines.
        count: u64,
    },
}

/// Imports a file of JSON lines, or a folder of CSV files. Fails if the programme is not empty, and for input that
/// cannot be read at all.
pub fn import(
    store: &Store,
    keys: &Keyring,
    media: &Path,
    source: &Path,
    wish: ImportMode,
) -> anyhow::Result<Imported> {
    let (keys, media, source) = (keys.clone(), media.to_owned(), source.to_owned());
    // One transaction, so that a crash leaves no partial import. It reads the file on the writer thread. This is
    // acceptable, because the folder is locked and no server uses it.
    let outcome = store.write_blocking(move |tx| {
        let mut intake = ImportRun::new(tx, &keys, &media, wish)?;
        intake.take(&source)?;
        let imported = intake.conclude(&keys)?;
        // An error rolls the transaction back.
        match (&imported, wish) {
            (Imported::Sound { .. }, ImportMode::Keep) => Ok(imported),
            _ => Err(AppError::Internal(anyhow::Error::new(RolledBackImport(imported)))),
        }
    });
    match outcome {
        Ok(imported) => Ok(imported),
        Err(AppError::Internal(error)) => error.downcast::<RolledBackImport>().map(|undone| undone.0),
        Err(refused) => Err(refused.into()),
    }
}

/// Carries the result out of a rolled-back transaction.
#[derive(Debug)]
struct RolledBackImport(Imported);

impl std::fmt::Display for RolledBackImport {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("nothing was kept")
    }
}

impl std::error::Error for RolledBackImport {}

struct ImportRun<'t, 'c> {
    tx: &'t Tx<'c>,
    vault: CodeVault,
    media: PathBuf,
    wish: ImportMode,
    lines: u64,
    count: u64,
    bad: Vec<InvalidLine>,
}

impl<'t, 'c> ImportRun<'t, 'c> {
    fn new(tx: &'t Tx<'c>, keys: &Keyring, media: &Path, wish: ImportMode) -> AppResult<Self> {
        if queries::holds_anything(tx)? {
            return Err(anyhow::anyhow!("the programme is not empty; import into a new data folder").into());
        }
        // A merged account may refer to a newer one.
        tx.check_references_at_the_end()?;
        let vault = CodeVault::new(keys);
        Ok(Self { tx, vault, media: media.to_owned(), wish, lines: 0, count: 0, bad: Vec::new() })
    }

    fn take(&mut self, source: &Path) -> AppResult<()> {
        let taken = if source.is_dir() { self.take_folder(source) } else { self.take_lines(source) };
        taken.map_err(AppError::from)
    }

    fn take_lines(&mut self, source: &Path) -> anyhow::Result<()> {
        let file = File::open(source).with_context(|| format!("{} cannot be read", source.display()))?;
        let mut lines = BufReader::new(file).lines().enumerate();
        let first = lines.next().and_then(|(_, line)| serde_json::from_str(&line.ok()?).ok());
        check_head(first)?;
        for (index, line) in lines {
            let place = || format!("line {}", index + 1);
            let object = match line {
                Ok(line) if line.trim().is_empty() => continue,
                Ok(line) => {
                    serde_json::from_str::<Map<String, Value>>(&line).map_err(|_| "is no JSON object".to_owned())
                }
                Err(error) if error.kind() == std::io::ErrorKind::InvalidData => Err("is not UTF-8".to_owned()),
                Err(error) => return Err(error.into()),
            };
            let outcome = object.and_then(|mut object| {
                let name = object.remove("line");
                self.add(name.as_ref().and_then(Value::as_str).unwrap_or(""), object)
            });
            self.count(place, outcome);
        }
        Ok(())
    }

    fn take_folder(&mut self, source: &Path) -> anyhow::Result<()> {
        let head = std::fs::read(source.join("kapok.json"))
            .with_context(|| format!("{} holds no kapok.json", source.display()))?;
        check_head(serde_json::from_slice(&head).ok())?;
        for name in TABLES.iter().map(|table| table.name).chain([PICTURES]) {
            let path = source.join(format!("{name}.csv"));
            // The file of a table without rows may be missing.
            if path.exists() {
                self.take_cells(name, &path)?;
            }
        }
        Ok(())
    }

    fn take_cells(&mut self, name: &str, path: &Path) -> anyhow::Result<()> {
        let columns = table(name).map_or(&[][..], |table| table.columns);
        let mut reader = csv::ReaderBuilder::new()
            .flexible(true)
            .from_path(path)
            .with_context(|| format!("{} cannot be read", path.display()))?;
        let headings = reader.headers().with_context(|| format!("{} has no headings", path.display()))?;
        // A spreadsheet may have written a byte order mark before the first heading.
        let headings: csv::StringRecord =
            headings.iter().map(|heading| heading.trim_start_matches('\u{feff}')).collect();
        let mut row = csv::StringRecord::new();
        loop {
            let more = reader.read_record(&mut row);
            let line = row.position().map_or_else(|| reader.position().line(), csv::Position::line);
            let outcome = match more {
                Ok(false) => return Ok(()),
                Ok(true) => cells::object(columns, &headings, &row).and_then(|object| self.add(name, object)),
                Err(error) if matches!(error.kind(), csv::ErrorKind::Io(_)) => return Err(error.into()),
                Err(_) => Err("is not UTF-8".to_owned()),
            };
            self.count(|| format!("{name}.csv line {line}"), outcome);
        }
    }

    fn count(&mut self, place: impl Fn() -> String, outcome: Result<(), String>) {
        self.lines += 1;
        if let Err(why) = outcome {
            self.count += 1;
            if self.bad.len() < MOST_NAMED {
                self.bad.push(InvalidLine { place: place(), why });
            }
        }
    }

    fn add(&mut self, name: &str, mut object: Map<String, Value>) -> Result<(), String> {
        if name == PICTURES {
            return self.add_picture(&object);
        }
        let table = table(name).ok_or_else(|| format!("there are no lines called {name:?}"))?;
        let known: HashSet<&str> = export::headings(table).into_iter().collect();
        if let Some(stranger) = object.keys().find(|key| !known.contains(key.as_str())) {
            return Err(format!("{name} have no {stranger:?}"));
        }
        match name {
            COUPON_CODES => self.seal(&mut object)?,
            SETTINGS => self.follow_on(&mut object)?,
            ANNOUNCEMENTS => rest(&mut object),
            ARTICLES => clean(&mut object),
            RULE_VERSIONS => rank(&mut object),
            RULE_SPANS => self.rank_span(&mut object)?,
            _ => {}
        }
        self.tx.savepoint(|tx| table.add(tx, &object)).map_err(|error| {
            // The SQLite error number does not help the operator.
            let why = error.to_string();
            format!("{name}: {}", why.split(": Error code").next().unwrap_or(&why))
        })
    }

    /// The imported settings get a higher version than the existing ones, so that they take effect.
    fn follow_on(&self, object: &mut Map<String, Value>) -> Result<(), String> {
        let here = queries::settings_version(self.tx).map_err(|error| error.to_string())?;
        let given = object.get("version").and_then(number).ok_or("version is no number")?;
        let document = object.get("document").cloned().unwrap_or_default();
        serde_json::from_value::<ProgrammeSettings>(document)
            .map_err(|error| format!("document: {error}"))?
            .checked()
            .map_err(|refused| format!("document: {refused}"))?;
        object.insert("version".to_owned(), given.max(here + 1).into());
        Ok(())
    }

    /// An export file of an older version has no priority in its spans. The import gives such a span the priority of its
    /// rule version. The file lists all rule versions before the spans, so the priority is known here.
    fn rank_span(&self, span: &mut Map<String, Value>) -> Result<(), String> {
        if !span.contains_key("priority") {
            let rule = span.get("ruleId").and_then(|id| EarningRuleId::parse(id.as_str()?)).ok_or("ruleId is no id")?;
            let version = span.get("version").and_then(number).ok_or("version is no number")?;
            let written = queries::priority_of(self.tx, rule, version).map_err(|error| error.to_string())?;
            span.insert("priority".to_owned(), written.into());
        }
        Ok(())
    }

    fn seal(&self, object: &mut Map<String, Value>) -> Result<(), String> {
        let text = object.remove("code").and_then(|code| Some(code.as_str()?.to_owned())).ok_or("a code is missing")?;
        let id = object.get("_id").and_then(|id| RecordId::parse(id.as_str()?)).ok_or("_id is no id")?;
        let (sealed, lookup) = self.vault.reseal(id, &text);
        for (name, bytes) in [("sealed", &sealed[..]), ("lookup", &lookup[..])] {
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            object.insert(name.to_owned(), hex.into());
        }
        Ok(())
    }

    /// Stores a picture under the hash of its bytes. After a refused import it stays unused, which does no harm.
    fn add_picture(&self, object: &Map<String, Value>) -> Result<(), String> {
        let text = |key: &str| object.get(key).and_then(Value::as_str).ok_or_else(|| format!("{key} is missing"));
        let (name, bytes) = (text("name")?, text("base64")?);
        let bytes = STANDARD.decode(bytes).map_err(|_| "base64 is unreadable".to_owned())?;
        let extension = name.rsplit('.').next().unwrap_or("");
        if media::picture_name(&bytes, extension).as_deref() != Some(name) {
            return Err("the picture is not the one that its name says".to_owned());
        }
        if self.wish == ImportMode::Keep {
            media::store_picture(&self.media, &bytes, extension).map_err(|error| format!("{error:#}"))?;
        }
        Ok(())
    }

    /// Checks the whole import: references, and the ledger from the first transaction to the last.
    fn conclude(mut self, keys: &Keyring) -> AppResult<Imported> {
        if self.count == 0 {
            earning_rules::count_again(self.tx)?;
            let wrong = match self.tx.dangling_reference()? {
                Some((child, parent)) => Some(format!("a {child} names a {parent} that is not there")),
                None => match verification::verify(self.tx, keys)? {
                    Ok(report) => return Ok(Imported::Sound { lines: self.lines, report }),
                    Err(wrong) => Some(wrong),
                },
            };
            self.count = 1;
            self.bad.extend(wrong.map(|why| InvalidLine { place: "the whole".to_owned(), why }));
        }
        Ok(Imported::Refused { bad: self.bad, count: self.count })
    }
}

/// An announcement in progress is not continued after the import: members would receive it twice.
fn rest(announcement: &mut Map<String, Value>) {
    let resting = match announcement.get("state").and_then(Value::as_str) {
        Some("scheduled") => "draft",
        Some("sending") => "sent",
        _ => return,
    };
    announcement.insert("state".to_owned(), resting.into());
    announcement.insert("sendAtMs".to_owned(), Value::Null);
}

/// Files from before rules could be arranged have no priority beside the document of a version. Such a version gets the
/// priority in its document.
fn rank(version: &mut Map<String, Value>) {
    if !version.contains_key("priority") {
        let written = version.get("document").and_then(|rule| rule.get("priority")).cloned();
        version.insert("priority".to_owned(), written.unwrap_or_else(|| 0.into()));
    }
}

/// The file may have been edited since the export, so the HTML is sanitised again.
fn clean(article: &mut Map<String, Value>) {
    let parts = article.get_mut("content").and_then(Value::as_object_mut);
    for html in parts.into_iter().flat_map(Map::values_mut) {
        if let Some(text) = html.as_str() {
            *html = articles::clean(text).into();
        }
    }
}

/// A number, or a text that contains one.
fn number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}

fn table(name: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.name == name)
}

fn check_head(head: Option<Map<String, Value>>) -> anyhow::Result<()> {
    let head = head.filter(|head| head.get("line").and_then(Value::as_str) == Some(FORMAT));
    let head = head.context("this is no export of Kapok: its first line does not say so")?;
    if head.get("version").and_then(Value::as_i64) != Some(VERSION) {
        bail!("the export has another form than version {VERSION}, which this Kapok reads");
    }
    Ok(())
}
