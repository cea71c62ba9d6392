//! The archive: a tar of manifest, database, keys and pictures, compressed with zstd and, if a recipient is set,
//! encrypted with age. Standard tools can open it without Kapok.

use std::collections::BTreeMap;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::base::clock::Timestamp;

const FORMAT: u32 = 1;
const MANIFEST: &str = "manifest.json";
const LARGEST_MANIFEST: u64 = 256 * 1024 * 1024;
const LEVEL: i32 = 3;
/// The allowed content of a backup and of a restore: the database and the files in these folders. A settings file or
/// a lock file in an archive would replace the one of the machine on which it is restored.
const DATABASE: &str = "kapok.db";
const FOLDERS: [&str; 3] = ["keys", "media", "uploads"];
/// Length of the zstd frame header before the first block, for a stream of unknown length: four bytes magic number,
/// two bytes parameters. No checksum covers them.
const FRAME_HEADER: usize = 6;
/// The first bytes of every age file.
const AGE_MARK: &[u8] = b"age-encryption.org/v1";

/// The manifest of an archive: its first file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// Version of the archive format.
    pub format: u32,
    /// The Kapok version that made it.
    pub kapok: String,
    /// The schema version of its database.
    pub schema: u32,
    /// The time at which the database was copied.
    pub created_at: Timestamp,
    /// The first bytes of the compressed stream, in hexadecimal. Absent in archives of the first version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// All other files of the archive.
    pub files: Vec<ArchivedFile>,
}

/// A file of the archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchivedFile {
    /// Path in the data folder.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256, in hexadecimal.
    pub sha256: String,
}

/// A file to archive: its path in the archive, and its current path on the disk.
pub(super) struct ArchiveSource {
    pub(super) name: String,
    pub(super) place: PathBuf,
}

/// Collects all files below `folder`, as `name/…`; none if the folder does not exist. Skips hidden files, because
/// they are pictures that are still being written.
pub(super) fn below(folder: &Path, name: &str, found: &mut Vec<ArchiveSource>) -> anyhow::Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).with_context(|| format!("{} cannot be read", folder.display())),
    };
    let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let file_name = entry.file_name();
        let Some(last) = file_name.to_str().filter(|last| !last.starts_with('.')) else { continue };
        let (path, kind) = (format!("{name}/{last}"), entry.file_type()?);
        if kind.is_dir() {
            below(&entry.path(), &path, found)?;
        } else if kind.is_file() {
            found.push(ArchiveSource { name: path, place: entry.path() });
        }
    }
    Ok(())
}

/// Creates the manifest of these files. Pictures that were deleted meanwhile are left out.
pub(super) fn manifest(
    sources: &mut Vec<ArchiveSource>,
    schema: u32,
    created_at: Timestamp,
) -> anyhow::Result<Manifest> {
    let mut files = Vec::new();
    let mut gone = Vec::new();
    for source in sources.iter() {
        match File::open(&source.place) {
            Ok(file) => {
                let (bytes, sha256) = copy_hashed(file, &mut io::sink())
                    .with_context(|| format!("{} cannot be read", source.place.display()))?;
                files.push(ArchivedFile { path: source.name.clone(), bytes, sha256 });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => gone.push(source.name.clone()),
            Err(error) => return Err(error).with_context(|| format!("{} cannot be read", source.place.display())),
        }
    }
    sources.retain(|source| !gone.contains(&source.name));
    let (kapok, frame) = (env!("CARGO_PKG_VERSION").to_owned(), Some(hexadecimal(&frame_header()?)));
    Ok(Manifest { format: FORMAT, kapok, schema, created_at, frame, files })
}

/// Writes the archive to `target`, which must not exist, with mode 0600. It is synced to the disk on return.
pub(super) fn write(
    target: &Path,
    manifest: &Manifest,
    sources: &[ArchiveSource],
    recipient: Option<&age::x25519::Recipient>,
) -> anyhow::Result<()> {
    let file = OpenOptions::new()
        .create_new(true)
        .write(true)
        .mode(0o600)
        .open(target)
        .with_context(|| format!("{} cannot be written", target.display()))?;
    let out = BufWriter::with_capacity(1 << 20, file.try_clone()?);
    let pack = || -> anyhow::Result<()> {
        match recipient {
            None => pack(out, manifest, sources)?.flush()?,
            Some(recipient) => {
                let sealed = age::Encryptor::with_recipients(std::iter::once(recipient as &dyn age::Recipient))?
                    .wrap_output(out)?;
                pack(sealed, manifest, sources)?.finish()?.flush()?;
            }
        }
        file.sync_all()?;
        Ok(())
    };
    pack().with_context(|| format!("{} cannot be written", target.display()))
}

fn encoder<'a, W: Write>(out: W) -> io::Result<zstd::Encoder<'a, W>> {
    let mut encoder = zstd::Encoder::new(out, LEVEL)?;
    encoder.include_checksum(true)?;
    Ok(encoder)
}

/// The frame header of our streams; it depends only on the parameters.
fn frame_header() -> io::Result<Vec<u8>> {
    let mut encoder = encoder(Vec::new())?;
    encoder.write_all(b"x")?;
    encoder.flush()?;
    let mut start = std::mem::take(encoder.get_mut());
    start.truncate(FRAME_HEADER);
    Ok(start)
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn pack<W: Write>(out: W, manifest: &Manifest, sources: &[ArchiveSource]) -> anyhow::Result<W> {
    let mut archive = tar::Builder::new(encoder(out)?);
    let text = serde_json::to_vec_pretty(manifest)?;
    archive.append_data(&mut header(text.len() as u64, manifest), MANIFEST, text.as_slice())?;
    for (source, listed) in sources.iter().zip(&manifest.files) {
        let file = File::open(&source.place).with_context(|| format!("{} cannot be read", source.place.display()))?;
        archive.append_data(&mut header(listed.bytes, manifest), &source.name, file.take(listed.bytes))?;
    }
    Ok(archive.into_inner()?.finish()?)
}

fn header(size: u64, manifest: &Manifest) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_size(size);
    header.set_mode(0o600);
    header.set_mtime(u64::try_from(manifest.created_at.as_millis() / 1000).unwrap_or(0));
    header
}

/// Whether an archive is encrypted.
pub(super) fn is_encrypted(path: &Path) -> anyhow::Result<bool> {
    let mut start = Vec::new();
    File::open(path)
        .with_context(|| format!("the backup {} cannot be opened", path.display()))?
        .take(AGE_MARK.len() as u64)
        .read_to_end(&mut start)
        .with_context(|| format!("the backup {} cannot be read", path.display()))?;
    Ok(start == AGE_MARK)
}

/// Unpacks an archive into `folder` (or only reads it, if `folder` is `None`) and compares every file with the
/// manifest.
pub(super) fn read(path: &Path, identity: Option<&Path>, folder: Option<&Path>) -> anyhow::Result<Manifest> {
    let input = BufReader::with_capacity(1 << 20, File::open(path)?);
    if !is_encrypted(path)? {
        return unpack(input, folder).with_context(|| not_sound(path));
    }
    let Some(identity) = identity else {
        bail!("the backup {} is encrypted; name the file with the age identity as --identity FILE", path.display());
    };
    let described = || format!("the identity file {} cannot be used", identity.display());
    let keys = age::IdentityFile::from_file(identity.display().to_string()).with_context(described)?;
    let keys = keys.into_identities().map_err(|error| anyhow!("{error}")).with_context(described)?;
    let opened = age::Decryptor::new(input)
        .and_then(|sealed| sealed.decrypt(keys.iter().map(|key| &**key as &dyn age::Identity)))
        .map_err(|error| anyhow!("{error}"))
        .with_context(|| format!("the backup {} does not open with that identity", path.display()))?;
    unpack(opened, folder).with_context(|| not_sound(path))
}

fn not_sound(path: &Path) -> String {
    format!("{} is not a Kapok backup, or it is damaged", path.display())
}

/// Unpacks a compressed stream. Every byte must match the manifest, and nothing may follow the end.
fn unpack(mut input: impl Read, folder: Option<&Path>) -> anyhow::Result<Manifest> {
    let mut start = [0; FRAME_HEADER];
    input.read_exact(&mut start).context("it is too short")?;
    let decoder = zstd::Decoder::new(start.as_slice().chain(input))?.single_frame();
    let mut archive = tar::Archive::new(decoder);
    let manifest = unpack_files(&mut archive, folder)?;
    if manifest.frame.as_ref().is_some_and(|frame| *frame != hexadecimal(&start)) {
        bail!("its first bytes are not what its manifest says");
    }
    let mut decoder = archive.into_inner();
    // A tar ends with zero padding. Reading to the end also verifies the checksum of the stream.
    if !only_zeros(&mut decoder)? || decoder.finish().read(&mut [0])? > 0 {
        bail!("more follows behind its end");
    }
    Ok(manifest)
}

fn only_zeros(from: &mut impl Read) -> io::Result<bool> {
    let mut buffer = [0; 4096];
    loop {
        match from.read(&mut buffer)? {
            0 => return Ok(true),
            count if buffer[..count].iter().any(|byte| *byte != 0) => return Ok(false),
            _ => {}
        }
    }
}

fn unpack_files(archive: &mut tar::Archive<impl Read>, folder: Option<&Path>) -> anyhow::Result<Manifest> {
    let mut entries = archive.entries()?;
    let first = entries.next().context("it is empty")??;
    if first.path()?.as_os_str() != MANIFEST {
        bail!("it does not begin with a manifest");
    }
    let mut text = Vec::new();
    first.take(LARGEST_MANIFEST).read_to_end(&mut text)?;
    let manifest: Manifest = serde_json::from_slice(&text).context("its manifest cannot be read")?;
    if manifest.format != FORMAT {
        bail!("it has the layout {}, and this Kapok knows {FORMAT}", manifest.format);
    }
    let mut awaited: BTreeMap<&str, &ArchivedFile> =
        manifest.files.iter().map(|listed| (listed.path.as_str(), listed)).collect();
    for entry in entries {
        let mut entry = entry?;
        let name = entry.path()?.to_str().context("a name in it is not UTF-8")?.to_owned();
        let listed = awaited.remove(name.as_str()).with_context(|| format!("{name} is not in its manifest"))?;
        check_name(&name)?;
        if !entry.header().entry_type().is_file() {
            bail!("{name} is not a plain file");
        }
        let (bytes, sha256) = match folder {
            Some(folder) => {
                let mut file = create(folder, &name)?;
                let copied = copy_hashed(&mut entry, &mut file)?;
                file.sync_all()?;
                copied
            }
            None => copy_hashed(&mut entry, &mut io::sink())?,
        };
        if (bytes, sha256.as_str()) != (listed.bytes, listed.sha256.as_str()) {
            bail!("{name} is not what its manifest says");
        }
    }
    if let Some(missing) = awaited.keys().next() {
        bail!("{missing} is missing from it");
    }
    Ok(manifest)
}

/// Refuses a path outside the data folder, and files that backups never contain.
fn check_name(name: &str) -> anyhow::Result<()> {
    let mut parts = Vec::new();
    for part in Path::new(name).components() {
        match part {
            Component::Normal(part) => parts.push(part),
            _ => bail!("{name} is not a path below the data folder"),
        }
    }
    let in_folder = parts.len() > 1 && FOLDERS.iter().any(|folder| parts[0] == *folder);
    if !in_folder && name != DATABASE {
        bail!("{name} belongs into no backup: only {DATABASE} and what lies in {} do", FOLDERS.join(", "));
    }
    Ok(())
}

/// Creates a new file below `folder`; its name must have been checked.
fn create(folder: &Path, name: &str) -> anyhow::Result<File> {
    let place = folder.join(name);
    if let Some(parent) = place.parent() {
        DirBuilder::new().recursive(true).mode(0o700).create(parent)?;
    }
    OpenOptions::new()
        .create_new(true)
        .write(true)
        .mode(0o600)
        .open(&place)
        .with_context(|| format!("{} cannot be written", place.display()))
}

fn copy_hashed(mut from: impl Read, to: &mut impl Write) -> io::Result<(u64, String)> {
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 18];
    let mut total = 0;
    loop {
        let count = from.read(&mut buffer)?;
        if count == 0 {
            return Ok((total, hexadecimal(&digest.finalize())));
        }
        digest.update(&buffer[..count]);
        to.write_all(&buffer[..count])?;
        total += count as u64;
    }
}
