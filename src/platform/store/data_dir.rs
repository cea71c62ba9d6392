//! The data folder: its permissions, and the paths in it.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::disk::{file_system_of, is_network_file_system};
use super::owner::{FileOwner, create_folder};
use crate::base::keys::Keyring;
use crate::base::secret::random_bytes;

/// A data folder that exists and that other users cannot access (mode 0700).
#[derive(Clone, Debug)]
pub struct DataDir {
    root: PathBuf,
}

/// Held while a server uses the folder; a second server is refused.
#[derive(Debug)]
pub struct DataDirLock {
    _file: File,
}

impl DataDir {
    /// Creates the folder if it is missing and removes other users' access.
    pub fn create(root: &Path) -> anyhow::Result<Self> {
        let make = || -> anyhow::Result<()> {
            create_folder(root)?;
            Ok(fs::set_permissions(root, fs::Permissions::from_mode(0o700))?)
        };
        make().with_context(|| format!("the data folder {} cannot be created or written", root.display()))?;
        if let Some(kind) = file_system_of(root).filter(|kind| is_network_file_system(kind)) {
            bail!(
                "the data folder {} lies on a network file system ({kind}), where a database gets damaged; \
                 name a folder on a local disk",
                root.display()
            );
        }
        Ok(Self { root: root.to_owned() })
    }

    /// Opens a folder that must already hold a database.
    pub fn existing(root: &Path) -> anyhow::Result<Self> {
        let folder = Self { root: root.to_owned() };
        let found = fs::metadata(folder.database());
        match found {
            Ok(found) if found.is_file() => Ok(folder),
            Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(error).with_context(|| {
                format!("this user may not enter the data folder {}; run this as its owner, or as root", root.display())
            }),
            _ => bail!("{} holds no Kapok database; name the right folder with --data-dir", root.display()),
        }
    }

    /// Locks the folder for this process, or fails if another server uses it.
    pub fn lock(&self) -> anyhow::Result<DataDirLock> {
        let path = self.root.join("lock");
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(&path)
            .with_context(|| format!("the data folder {} cannot be written", self.root.display()))?;
        self.owner()?.receive(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(DataDirLock { _file: file }),
            Err(fs::TryLockError::WouldBlock) => {
                bail!(
                    "the data folder {} is in use by another Kapok server; stop that one or name another folder",
                    self.root.display()
                )
            }
            Err(fs::TryLockError::Error(error)) => {
                Err(error).with_context(|| format!("the data folder {} cannot be locked", self.root.display()))
            }
        }
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The owner of the folder, who also gets the files that root's commands write there.
    pub fn owner(&self) -> anyhow::Result<FileOwner> {
        FileOwner::of(&self.root)
            .with_context(|| format!("the data folder {} cannot be looked at", self.root.display()))
    }

    /// The database file.
    pub fn database(&self) -> PathBuf {
        self.root.join("kapok.db")
    }

    /// The messages of channels without a gateway.
    pub fn outbox(&self) -> PathBuf {
        self.root.join("outbox")
    }

    /// The folder of images.
    pub fn media(&self) -> PathBuf {
        self.root.join("media")
    }

    /// The folder of staff's uploads other than images.
    pub fn uploads(&self) -> PathBuf {
        self.root.join("uploads")
    }

    /// The folder of keys.
    pub fn keys(&self) -> PathBuf {
        self.root.join("keys")
    }

    /// The file that exists while a restore replaces the folder's content.
    pub fn restore_mark(&self) -> PathBuf {
        self.root.join("restore-under-way")
    }

    /// The file that marks a folder made by `kapok demo`.
    pub fn demo_mark(&self) -> PathBuf {
        self.root.join("demo")
    }

    /// The file that holds the server's listen address.
    pub fn listen_mark(&self) -> PathBuf {
        self.root.join("listen")
    }

    /// Writes such a file atomically, so that readers never find it empty.
    pub fn write_mark(&self, mark: &Path, address: SocketAddr) -> anyhow::Result<()> {
        let unfinished = mark.with_added_extension("part");
        let opened = OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(&unfinished);
        let written =
            opened.and_then(|mut file| writeln!(file, "{address}")).and_then(|()| fs::rename(&unfinished, mark));
        if written.is_err() {
            // A full disk leaves an empty file.
            let _ = fs::remove_file(&unfinished);
        }
        written.with_context(|| format!("the file {}, which names an address, cannot be written", mark.display()))
    }

    /// The file that holds the address of the metrics.
    pub fn metrics_mark(&self) -> PathBuf {
        self.root.join("metrics")
    }

    /// The master key: the credential `master.key` (systemd.exec(5), LoadCredential) if there is one, else
    /// `keys/master.key` (mode 0600), which is created at the first start.
    pub fn keyring(&self) -> anyhow::Result<Keyring> {
        let folder = self.keys();
        let path = folder.join("master.key");
        create_folder(&folder).with_context(|| format!("the folder {} cannot be created", folder.display()))?;
        if let Some(credential) = credential("master.key") {
            let key = read_key(&credential)?;
            if is_there(&path)? && read_key(&path)? != key {
                bail!("the credential {} is another key than {}", credential.display(), path.display());
            }
            return Ok(Keyring::new(key));
        }
        if !is_there(&path)? {
            self.make_key(&path)?;
        }
        read_key(&path).map(Keyring::new)
    }

    fn make_key(&self, path: &Path) -> anyhow::Result<()> {
        if self.database().exists() {
            bail!(
                "{} is missing although the database is there; without it nobody can sign in: put it back from a \
                 backup, or give it as the credential master.key where it was one",
                path.display()
            );
        }
        let mut file = OpenOptions::new()
            .create_new(true)
            .write(true)
            .mode(0o600)
            .open(path)
            .with_context(|| format!("the master key {} cannot be written", path.display()))?;
        file.write_all(&random_bytes::<32>())?;
        file.sync_all()?;
        self.owner()?.receive(path)
    }
}

/// Whether the file exists. A permission error does not count as missing: the operator would look for a key that is
/// there.
fn is_there(key: &Path) -> anyhow::Result<bool> {
    match fs::metadata(key) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).with_context(|| format!("the master key {} cannot be read", key.display())),
    }
}

/// A file among the credentials, loaded singly or from a folder.
fn credential(name: &str) -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("CREDENTIALS_DIRECTORY")?);
    [format!("kapok_{name}"), name.to_owned()].into_iter().map(|name| folder.join(name)).find(|path| path.is_file())
}

fn read_key(path: &Path) -> anyhow::Result<[u8; 32]> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|mut file| file.read_to_end(&mut bytes))
        .with_context(|| format!("the master key {} cannot be read", path.display()))?;
    bytes
        .try_into()
        .ok()
        .filter(|key: &[u8; 32]| key.iter().any(|byte| *byte != key[0]))
        .with_context(|| format!("{} is not a master key: 32 random bytes are expected", path.display()))
}
