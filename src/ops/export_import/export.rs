//! The export: streams all rows from one snapshot to the file.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};

use super::format::bytes_of;
use super::queries::{TABLES, Table};
use super::{COUPON_CODES, FORMAT, PICTURES, VERSION, cells};
use crate::base::content::media_name;
use crate::base::id::RecordId;
use crate::base::problem::AppResult;
use crate::member::rewards::CodeVault;
use crate::platform::store::{DataDir, Read, Reader, schema_version};

/// Writes everything as one JSON object per line; returns the number of lines.
pub fn export_lines(folder: &DataDir, out: &mut dyn Write) -> anyhow::Result<u64> {
    let vault = CodeVault::new(&folder.keyring()?);
    let mut lines = 1;
    Reader::open(folder)?.read_consistently(|read| {
        writeln!(out, "{}", head(read))?;
        for table in TABLES {
            each_row(table, read, &vault, |row| {
                lines += 1;
                // The kind of line comes first, so that the file is easy to read.
                let rest = serde_json::to_string(&row)?;
                Ok(writeln!(out, "{{\"line\":\"{}\",{}", table.name, &rest[1..])?)
            })?;
        }
        lines += each_picture(folder, |name, base64| {
            Ok(writeln!(out, r#"{{"line":"{PICTURES}","name":"{name}","base64":"{base64}"}}"#)?)
        })?;
        Ok(())
    })?;
    out.flush()?;
    Ok(lines)
}

/// Writes everything as one CSV file per table into a new folder; returns the number of rows.
pub fn export_cells(folder: &DataDir, target: &Path) -> anyhow::Result<u64> {
    fs::create_dir(target).with_context(|| format!("the folder {} cannot be made", target.display()))?;
    whole_or_gone(target, fill_with_cells(folder, target))
}

fn fill_with_cells(folder: &DataDir, target: &Path) -> anyhow::Result<u64> {
    let vault = CodeVault::new(&folder.keyring()?);
    let mut rows = 0;
    Reader::open(folder)?.read_consistently(|read| {
        let mut file = private_file(&target.join("kapok.json"))?;
        writeln!(file, "{}", head(read))?;
        file.sync_all()?;
        for table in TABLES {
            let headings = headings(table);
            let mut file =
                cells::CellWriter::new(private_file(&target.join(format!("{}.csv", table.name)))?, &headings)?;
            each_row(table, read, &vault, |row| {
                rows += 1;
                file.row(headings.iter().map(|heading| row.get(*heading).unwrap_or(&Value::Null)))
            })?;
            file.finish()?;
        }
        let mut file =
            cells::CellWriter::new(private_file(&target.join(format!("{PICTURES}.csv")))?, &["name", "base64"])?;
        rows += each_picture(folder, |name, base64| file.row([Value::from(name), Value::from(base64)].iter()))?;
        file.finish()
    })?;
    Ok(rows)
}

/// Creates a file that only its owner can read, because it contains the data of all members.
pub fn private_file(path: &Path) -> anyhow::Result<File> {
    OpenOptions::new()
        .create_new(true)
        .write(true)
        .mode(0o600)
        .open(path)
        .with_context(|| format!("{} cannot be written; name a file that is not there yet", path.display()))
}

/// Deletes the output of a failed export: a partial export looks complete, and would block the next one. The error
/// names the path.
pub fn whole_or_gone<T>(target: &Path, written: anyhow::Result<T>) -> anyhow::Result<T> {
    written.map_err(|error| {
        let gone = if target.is_dir() { fs::remove_dir_all(target) } else { fs::remove_file(target) };
        error.context(match gone {
            Ok(()) => format!("the export to {} failed, and nothing of it is kept", target.display()),
            Err(why) => format!("the export failed; remove {}, which is not whole ({why})", target.display()),
        })
    })
}

fn head(read: &Read<'_>) -> String {
    let (schema, exported) = (schema_version(), read.now());
    format!(r#"{{"line":"{FORMAT}","version":{VERSION},"schema":{schema},"exported":"{exported}"}}"#)
}

/// The column names of a table in the file.
pub(super) fn headings(table: &Table) -> Vec<&'static str> {
    let open = |name: &'static str| match (table.name, name) {
        (COUPON_CODES, "sealed") => Some("code"),
        (COUPON_CODES, "lookup") => None,
        _ => Some(name),
    };
    table.columns.iter().filter_map(|(name, _)| open(name)).collect()
}

fn each_row(
    table: &Table,
    read: &Read<'_>,
    vault: &CodeVault,
    mut visit: impl FnMut(Map<String, Value>) -> AppResult<()>,
) -> AppResult<()> {
    table.each(read, |mut row| {
        if table.name == COUPON_CODES {
            let sealed = row.remove("sealed").and_then(|text| bytes_of(text.as_str()?));
            let id = row.get("_id").and_then(|id| RecordId::parse(id.as_str()?));
            row.remove("lookup");
            let (id, sealed) = id.zip(sealed).context("a code without its id")?;
            row.insert("code".to_owned(), vault.open(id, &sealed)?.into());
        }
        visit(row)
    })
}

/// Visits each stored picture, by name.
fn each_picture(folder: &DataDir, mut visit: impl FnMut(&str, &str) -> AppResult<()>) -> AppResult<u64> {
    let Ok(found) = fs::read_dir(folder.media()) else { return Ok(0) };
    let mut names: Vec<String> = found
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| media_name(name).is_some())
        .collect();
    names.sort();
    for name in &names {
        visit(name, &STANDARD.encode(fs::read(folder.media().join(name))?))?;
    }
    Ok(names.len() as u64)
}
