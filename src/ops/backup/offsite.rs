//! Off-site backups: each daily archive is uploaded to a bucket and read back. Only then are older ones deleted
//! there.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};

use super::archive_name::read_stamp;
use super::bucket::{Bucket, Object};
use super::signing::hexadecimal;

/// Uploads an archive unless the bucket has it, reads it back to compare every byte, and deletes the oldest daily
/// archives beyond `keep`.
pub(super) async fn send(bucket: &Bucket, archive: &Path, keep: u32) -> anyhow::Result<()> {
    let name = archive.file_name().and_then(|name| name.to_str()).context("the archive has no name")?.to_owned();
    let bytes = std::fs::metadata(archive).with_context(|| format!("{} cannot be read", archive.display()))?.len();
    let object = Object { name, bytes };
    if !bucket.list().await?.contains(&object) {
        bucket.put(&object.name, archive).await?;
    }
    let here = digest_of(archive).await?;
    if bucket.digest(&object).await? != here {
        // Otherwise the next attempt would find the name and skip the upload.
        bucket.delete(&object.name).await?;
        bail!("the storage gave back other bytes than those of {}", object.name);
    }
    prune(bucket, keep).await
}

async fn prune(bucket: &Bucket, keep: u32) -> anyhow::Result<()> {
    let mut daily = bucket.list().await?;
    daily.retain(is_daily);
    daily.sort_by_key(|object| read_stamp(&object.name));
    let kept = usize::try_from(keep).unwrap_or(usize::MAX);
    daily.truncate(daily.len().saturating_sub(kept));
    for old in daily {
        bucket.delete(&old.name).await?;
        tracing::info!(name = old.name, "an old backup was deleted from the bucket");
    }
    Ok(())
}

async fn digest_of(file: &Path) -> anyhow::Result<String> {
    let path = file.to_owned();
    let digested = tokio::task::spawn_blocking(move || -> io::Result<String> {
        let (mut file, mut digest) = (File::open(path)?, Sha256::new());
        let mut buffer = vec![0; 1 << 18];
        loop {
            let count = file.read(&mut buffer)?;
            if count == 0 {
                return Ok(hexadecimal(&digest.finalize()));
            }
            digest.update(&buffer[..count]);
        }
    });
    digested.await?.with_context(|| format!("{} cannot be read", file.display()))
}

/// Downloads an archive from the bucket into a folder; without a name, the newest daily one. Never replaces an
/// existing file.
pub async fn fetch(bucket: &Bucket, name: Option<&str>, folder: &Path) -> anyhow::Result<PathBuf> {
    let objects = bucket.list().await?;
    let wanted = match name {
        Some(name) => objects.into_iter().find(|object| object.name == name),
        None => objects.into_iter().filter(is_daily).max_by_key(|object| read_stamp(&object.name)),
    };
    let wanted = wanted.with_context(|| match name {
        Some(name) => format!("{name} is not in the bucket; `kapok backup list` shows what is"),
        None => "there is no backup in the bucket".to_owned(),
    })?;
    let target = folder.join(&wanted.name);
    if wanted.name.contains('/') || target.file_name().is_none() || target.exists() {
        bail!("{} is there already or is not the name of a file", target.display());
    }
    let unfinished = target.with_added_extension("part");
    let written = write(bucket, &wanted, &unfinished).await.and_then(|()| Ok(fs::rename(&unfinished, &target)?));
    if written.is_err() {
        // The file may not exist.
        let _ = fs::remove_file(&unfinished);
    }
    written.with_context(|| format!("{} cannot be fetched", target.display()))?;
    Ok(target)
}

async fn write(bucket: &Bucket, object: &Object, target: &Path) -> anyhow::Result<()> {
    let mut file = File::options().create(true).truncate(true).write(true).mode(0o600).open(target)?;
    bucket.read(object, |bytes| Ok(file.write_all(bytes)?)).await?;
    Ok(file.sync_all()?)
}

fn is_daily(object: &Object) -> bool {
    read_stamp(&object.name).is_some()
}
