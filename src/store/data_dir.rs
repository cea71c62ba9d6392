//! The data folder: who may enter it, and where in it things lie.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{Read, Write};
use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::place::{file_system_of, is_network_file_system};
use crate::base::keys::Keyring;
use crate::base::secret::random_bytes;

/// A data folder that exists and is ours alone (mode 0700).
#[derive(Clone, Debug)]
pub struct DataDir {
    root: PathBuf,
}

/// Held for as long as a server owns the folder; a second one is refused.
#[derive(Debug)]
pub struct DataDirLock {
    _file: File,
}

impl DataDir {
    /// Creates the folder where it is missing and closes it to other users.
    pub fn create(root: &Path) -> anyhow::Result<Self> {
        let make = || -> std::io::Result<()> {
            DirBuilder::new().recursive(true).mode(0o700).create(root)?;
            fs::set_permissions(root, fs::Permissions::from_mode(0o700))
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

    /// A folder that must already hold a database.
    pub fn existing(root: &Path) -> anyhow::Result<Self> {
        let folder = Self { root: root.to_owned() };
        if !folder.database().is_file() {
            bail!("{} holds no Kapok database; name the right folder with --data-dir", root.display());
        }
        Ok(folder)
    }

    /// Takes the folder for this process, or says that another server has it.
    pub fn lock(&self) -> anyhow::Result<DataDirLock> {
        let path = self.root.join("lock");
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(&path)
            .with_context(|| format!("the data folder {} cannot be written", self.root.display()))?;
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

    /// The database file.
    pub fn database(&self) -> PathBuf {
        self.root.join("kapok.db")
    }

    /// Where messages go when no gateway is configured.
    pub fn outbox(&self) -> PathBuf {
        self.root.join("outbox")
    }

    /// Where pictures lie.
    pub fn media(&self) -> PathBuf {
        self.root.join("media")
    }

    /// Where staff's uploads lie that are no pictures.
    pub fn uploads(&self) -> PathBuf {
        self.root.join("uploads")
    }

    /// Where the keys lie.
    pub fn keys(&self) -> PathBuf {
        self.root.join("keys")
    }

    /// The mark that stands while a restore swaps what is in the folder.
    pub fn restore_mark(&self) -> PathBuf {
        self.root.join("restore-under-way")
    }

    /// The file that says where the server listens.
    pub fn listen_mark(&self) -> PathBuf {
        self.root.join("listen")
    }

    /// Writes such a file so that whoever waits for it never finds it empty.
    pub fn write_mark(&self, mark: &Path, address: SocketAddr) -> anyhow::Result<()> {
        let unfinished = mark.with_added_extension("part");
        fs::write(&unfinished, format!("{address}\n"))
            .and_then(|()| fs::rename(&unfinished, mark))
            .with_context(|| format!("the file {}, which names an address, cannot be written", mark.display()))
    }

    /// The file that says where those who watch the server ask.
    pub fn metrics_mark(&self) -> PathBuf {
        self.root.join("metrics")
    }

    /// The master key: the credential `master.key` (systemd.exec(5), LoadCredential) where there is
    /// one, else `keys/master.key` (mode 0600), which is made at the first start.
    pub fn keyring(&self) -> anyhow::Result<Keyring> {
        let folder = self.keys();
        let path = folder.join("master.key");
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&folder)
            .with_context(|| format!("the folder {} cannot be created", folder.display()))?;
        if let Some(credential) = credential("master.key") {
            let key = read_key(&credential)?;
            if path.exists() && read_key(&path)? != key {
                bail!("the credential {} is another key than {}", credential.display(), path.display());
            }
            return Ok(Keyring::new(key));
        }
        if !path.exists() {
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
        Ok(())
    }
}

/// A file among the credentials, whether loaded by itself or from a folder.
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
