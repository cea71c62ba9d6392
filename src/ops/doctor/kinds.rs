//! All findings and their English texts. The web app has its own texts for their codes.

use std::collections::BTreeSet;

use super::FindingLevel;

/// A kind of finding. Names in braces are placeholders for its values.
#[derive(Clone, Copy, Debug)]
pub struct FindingKind {
    /// Stable code; the web app finds its text by it.
    pub code: &'static str,
    /// The check that reports it; stable.
    pub check: &'static str,
    /// Severity.
    pub level: FindingLevel,
    /// The English message.
    pub message: &'static str,
    /// The fix; empty when all is well.
    pub fix: &'static str,
}

impl FindingKind {
    const fn ok(check: &'static str, code: &'static str, message: &'static str) -> Self {
        Self { code, check, level: FindingLevel::Ok, message, fix: "" }
    }

    const fn warning(check: &'static str, code: &'static str, message: &'static str, fix: &'static str) -> Self {
        Self { code, check, level: FindingLevel::Warning, message, fix }
    }

    const fn problem(check: &'static str, code: &'static str, message: &'static str, fix: &'static str) -> Self {
        Self { code, check, level: FindingLevel::Problem, message, fix }
    }
}

impl FindingKind {
    /// The names of the placeholders in its texts, sorted.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let names: BTreeSet<_> = [self.message, self.fix].into_iter().flat_map(placeholders).collect();
        names.into_iter()
    }
}

fn placeholders(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split('{').filter_map(|part| Some(part.split_once('}')?.0))
}

/// Defines a constant for each kind, and the list of all.
macro_rules! kinds {
    ($($name:ident = $level:ident($($said:expr),+ $(,)?);)+) => {
        $(pub(super) const $name: FindingKind = FindingKind::$level($($said),+);)+
        /// All kinds of findings.
        pub const KINDS: &[FindingKind] = &[$($name),+];
    };
}

kinds! {
    SETTINGS_FINE = ok("settings", "settings_fine", "the settings can be used");
    SETTINGS_UNUSABLE = problem(
        "settings",
        "settings_unusable",
        "{error}",
        "correct it; config.example.toml explains each",
    );
    SETTING_FORCED = warning(
        "forced_settings",
        "setting_forced",
        "{name} is unsafe as it is set, and forced",
        "set {name} as config.example.toml says, and take it out of force",
    );
    LIMITS_OFF = warning("limits", "limits_off", "rate limits and daily amounts are off", "set limits.enabled = true");

    ADDRESS_LOCAL = ok("address", "address_local", "only this machine can reach the server");
    ADDRESS_PLAIN = warning(
        "address",
        "address_plain",
        "members open {address}, and {listen} takes plain HTTP from anybody",
        "put certificate files into [tls], or listen on loopback behind a proxy and name it in http.trusted_proxies",
    );
    ADDRESS_FINE = ok("address", "address_fine", "members open {address}");

    DURABILITY_FULL = ok("durability", "durability_full", "an answered call survives a power cut");
    DURABILITY_NORMAL = warning(
        "durability",
        "durability_normal",
        "a power cut may lose the last answered calls",
        "set store.synchronous = \"full\"",
    );

    EMAIL_SMTP = ok("email", "email_smtp", "emails go out by the mail server of the settings");
    EMAIL_KEPT = warning(
        "email",
        "email_kept",
        "there is no mail server: emails are kept in {folder}",
        "set email.transport = \"smtp\" and the mail server in [email]; «kapok mail test --to ADDRESS» tries it",
    );

    ANCHOR_NOWHERE = warning(
        "anchor",
        "anchor_nowhere",
        "nothing keeps the daily anchor of the ledger: log.filter «{filter}» leaves its line out, and no mailbox is set",
        "set ledger.anchor_mailbox, or let log.filter write lines of level info, such as kapok=info",
    );

    WALLET_PASSES_FINE = ok("wallet_passes", "wallet_passes_fine", "the certificates of cards for wallets can be used");
    WALLET_PASSES_UNUSABLE = problem(
        "wallet_passes",
        "wallet_passes_unusable",
        "{error}",
        "correct [wallet_pass.apple] and [wallet_pass.google]; config.example.toml explains each setting",
    );
    WALLET_PASS_ENDED = problem(
        "wallet_passes",
        "wallet_pass_ended",
        "there is no card for Apple Wallet: {error}",
        "get a new certificate for the pass type from Apple, put it into [wallet_pass.apple], and restart the server",
    );
    WALLET_PASS_ENDING = warning(
        "wallet_passes",
        "wallet_pass_ending",
        "the certificate of the card for Apple Wallet ends at {until}",
        "get a new certificate for the pass type from Apple, put it into [wallet_pass.apple], and restart the server",
    );

    USER_ROOT = warning(
        "user",
        "user_root",
        "this runs as root",
        "run it as a user of its own; the packaged unit does (kapok systemd print)",
    );
    USER_FINE = ok("user", "user_fine", "this does not run as root");

    OPEN_FILES_FEW = warning(
        "open_files",
        "open_files_few",
        "{limit} files and connections may be open at once",
        "raise it to {needed} or more: LimitNOFILE= in the unit, or ulimit -n",
    );
    OPEN_FILES_ENOUGH = ok("open_files", "open_files_enough", "enough files and connections may be open at once");

    DATA_FOLDER_MISSING = warning(
        super::DATA_FOLDER,
        "data_folder_missing",
        "the data folder {folder} does not exist yet",
        "start the server once, or name the right folder with --data-dir",
    );

    FILE_MODES_OPEN = problem(
        "file_modes",
        "file_modes_open",
        "other users of this machine may enter {path}",
        "chmod -R go= {folder}",
    );
    FILE_MODES_FINE = ok("file_modes", "file_modes_fine", "no other user may enter the data folder");

    FILE_SYSTEM_NETWORK = problem(
        "file_system",
        "file_system_network",
        "{folder} lies on a network file system ({kind})",
        "move the folder to a local disk: a database on a network file system gets damaged",
    );
    FILE_SYSTEM_MEMORY = warning(
        "file_system",
        "file_system_memory",
        "{folder} lies in memory ({kind})",
        "move the folder to a disk: everything is lost when the machine stops",
    );
    FILE_SYSTEM_LOCAL = ok(
        "file_system",
        "file_system_local",
        "the data folder lies on a local file system ({kind})",
    );
    FILE_SYSTEM_UNTOLD = ok(
        "file_system",
        "file_system_untold",
        "the system does not tell which file system the data folder lies on",
    );

    DISK_SPACE_NONE = problem("disk_space", "disk_space_none", FREE, MAKE_ROOM);
    DISK_SPACE_LITTLE = warning("disk_space", "disk_space_little", FREE, MAKE_ROOM);
    DISK_SPACE_FINE = ok("disk_space", "disk_space_fine", FREE);
    DISK_SPACE_UNTOLD = ok("disk_space", "disk_space_untold", "the system does not tell how much room there is");

    VOLUME_SMALL = warning(
        "volume",
        "volume_small",
        VOLUME,
        "move the data folder to a larger volume, or make this one larger",
    );
    VOLUME_FINE = ok("volume", "volume_fine", VOLUME);
    VOLUME_UNTOLD = ok(
        "volume",
        "volume_untold",
        "the system does not tell how large the volume of the data folder is",
    );

    KEYS_FINE = ok("keys", "keys_fine", "the master key is there");
    KEYS_CLOSED = problem(
        "keys",
        "keys_closed",
        "{error}",
        "give the data folder, with all in it, to the server's user (chown -R)",
    );
    KEYS_MISSING = problem("keys", "keys_missing", "{error}", "put keys/master.key back from a backup");

    DATABASE_FINE = ok("database", "database_fine", "the database is intact");
    DATABASE_DAMAGED = problem(
        "database",
        "database_damaged",
        "the database is damaged: {error}",
        "stop the server, keep a copy of the folder, and restore the newest backup (kapok restore FILE --force)",
    );
    DATABASE_DISK = problem(
        "database",
        "database_disk",
        "{error}",
        "make room on the disk, or a larger one; the system's log says more (dmesg)",
    );
    DATABASE_ACCESS = problem(
        "database",
        "database_access",
        "{error}",
        "run this as the server's user, and give that user the data folder (chown -R)",
    );
    DATABASE_FOREIGN = problem(
        "database",
        "database_foreign",
        "{error}",
        "name the right folder with --data-dir; this file is left alone",
    );
    DATABASE_VERSION = problem(
        "database",
        "database_version",
        "{error}",
        "start the server of this version once, which upgrades it; an older Kapok cannot read a newer one's database",
    );
    DATABASE_CLOSED = problem(
        "database",
        "database_closed",
        "{error}",
        "run this as the server's user (sudo -u), or as root",
    );
    DATABASE_MISSING = warning(
        "database",
        "database_missing",
        "{error}",
        "start the server once, or name the right folder with --data-dir",
    );

    OWNER_MISSING = warning(
        "owner",
        "owner_missing",
        "nobody can sign in as the owner",
        "kapok admin create --email you@example.org --name \"Your Name\"",
    );

    CLOCK_BEHIND = problem(
        "clock",
        "clock_behind",
        "this machine's clock says {now}, and the newest transaction is of {newest}",
        "set the clock and keep it with NTP (timedatectl set-ntp true)",
    );
    CLOCK_MOVED = warning(
        "clock",
        "clock_moved",
        "the clock moved from {from} to {to} without as much time passing while the server ran, and has gone right \
         for {hours} of {wanted} hours since then: until it has, no old answers, sessions, codes and sums are deleted",
        "look whether {now} is right; if it is (a machine that was off), nothing needs to be done, and if not, \
         set the clock and keep it with NTP (timedatectl set-ntp true)",
    );
    CLOCK_FINE = ok("clock", "clock_fine", "the clock is not behind the books, and goes as it should");

    SERVER_NONE = ok("server", "server_none", "no server is running on this folder");
    SERVER_READY = ok("server", "server_ready", "the server at {address} is ready");
    SERVER_NOT_READY = problem(
        "server",
        "server_not_ready",
        "the server at {address} is not ready: {error}",
        "its log says more (journalctl -u kapok)",
    );
    SERVER_GONE = problem(
        "server",
        "server_gone",
        "a server said that it is at {address}, and nobody answers there",
        "start it again (systemctl restart kapok); its log says why it ended",
    );

    BACKUP_NONE = warning("backup", "backup_none", "there is no backup in {folder}", "kapok backup {file}");
    BACKUP_OLD = warning(
        "backup",
        "backup_old",
        "the newest backup is of {at}",
        "look for «the daily backup failed» in the log; meanwhile kapok backup {file}",
    );
    BACKUP_FINE = ok("backup", "backup_fine", "the newest backup is of {at}");

    BACKUP_FOLDER_ROOT = ok(
        "backup_folder",
        "backup_folder_root",
        "root can write backups to {folder}; a server that runs as another user has to be able to as well",
    );
    BACKUP_FOLDER_FINE = ok("backup_folder", "backup_folder_fine", "backups can be written to {folder}");
    BACKUP_FOLDER_CLOSED = problem(
        "backup_folder",
        "backup_folder_closed",
        "the user who runs this ({user}) cannot write backups to {folder}: {error}",
        "let that user write there, in the unit too (the handbook's page Go live says how), or set backup.folder",
    );
    BACKUP_SCHEDULE_OFF = warning(
        "backup_schedule",
        "backup_schedule_off",
        "the server makes no backups by itself",
        "set backup.scheduled = true",
    );
    BACKUP_ENCRYPTION_OFF = warning(
        "backup_encryption",
        "backup_encryption_off",
        "backups are readable by whoever gets hold of them",
        "make a key with age-keygen, keep it elsewhere, and set backup.recipient to its public half",
    );
    BACKUP_PLACE_SAME = warning(
        "backup_place",
        "backup_place_same",
        "backups lie on the disk that they are to replace",
        "set backup.folder to another disk, or copy them to another machine each day",
    );
}

const FREE: &str = "{free} MB are free for the data folder";
const MAKE_ROOM: &str = "make room or a larger disk: when it is full, Kapok only reads until there is room again";
const VOLUME: &str =
    "the data folder lies on a volume of {size} MB, the database has {data} MB and needs one of {needed} MB";
