//! File ownership in a data folder, and backups in folders of another owner or on disks that others can read.

use std::fs;
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::support::{
    SOMEBODY, Server, as_text, demo_folder, expect_failure, expect_success, give_away, kapok, kapok_as_owner, mode,
    run, text,
};

/// All paths below a folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        found.push(entry.path());
        if entry.path().is_dir() {
            found.extend(below(&entry.path()));
        }
    }
    found
}

/// Fails the test unless only the folder's owner can access every file in it and the owner's server starts on it.
#[track_caller]
fn expect_usable(folder: &Path) {
    let owner = fs::metadata(folder).expect("a folder");
    for path in below(folder) {
        let found = fs::symlink_metadata(&path).expect("a file");
        assert_eq!((found.uid(), found.gid()), (owner.uid(), owner.gid()), "{}", path.display());
    }
    for name in ["", "kapok.db", "keys", "keys/master.key", "lock"] {
        assert_eq!(mode(&folder.join(name)) & 0o077, 0, "{name}");
    }
    let server = Server::spawn(folder, &mut kapok_as_owner(folder, &["serve", "--listen", "127.0.0.1:0"]));
    assert_eq!(server.terminate(), 0);
    expect_success(&kapok_as_owner(folder, &["verify"]).output().expect("runs"));
}

#[test]
fn what_is_restored_or_imported_belongs_to_whom_the_folder_belongs() {
    let folder = demo_folder();
    let place = tempfile::tempdir().expect("a folder");
    let (archive, lines) = (place.path().join("a.tar.zst"), place.path().join("all.ndjson"));
    expect_success(&run(folder.path(), &["backup", as_text(&archive)]));
    expect_success(&run(folder.path(), &["export", as_text(&lines)]));
    give_away(folder.path());
    // The command of the handbook, run by the user who stops the service.
    expect_success(&run(folder.path(), &["restore", as_text(&archive), "--force"]));
    expect_usable(folder.path());

    let home = tempfile::tempdir().expect("a folder");
    give_away(home.path());
    let (restored, imported) = (home.path().join("new/restored"), home.path().join("imported"));
    expect_success(&run(&restored, &["restore", as_text(&archive)]));
    expect_usable(&restored);
    expect_success(&run(&imported, &["import", as_text(&lines)]));
    expect_usable(&imported);
    let owner = fs::metadata(home.path()).expect("a folder").uid();
    assert_eq!(fs::metadata(home.path().join("new")).expect("a folder").uid(), owner);
}

#[test]
fn a_key_or_a_folder_that_may_not_be_read_is_not_called_missing() {
    let folder = demo_folder();
    give_away(folder.path());
    let keys = folder.path().join("keys");
    fs::set_permissions(&keys, fs::Permissions::from_mode(0o000)).expect("changed");
    let verified = kapok_as_owner(folder.path(), &["verify"]).output().expect("runs");
    let doctor = kapok_as_owner(folder.path(), &["doctor"]).output().expect("runs");
    fs::set_permissions(&keys, fs::Permissions::from_mode(0o700)).expect("changed");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o000)).expect("changed");
    let outside = kapok_as_owner(folder.path(), &["verify"]).current_dir("/").output().expect("runs");
    let examined = kapok_as_owner(folder.path(), &["doctor"]).current_dir("/").output().expect("runs");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).expect("changed");
    expect_failure(&outside, "may not enter the data folder");
    let said = text(&examined.stdout);
    assert_eq!(examined.status.code(), Some(1), "{said}");
    assert!(said.contains("PROBLEM  database: this user may not enter the data folder"), "{said}");
    expect_failure(&verified, "keys/master.key cannot be read: Permission denied");
    let said = text(&doctor.stdout);
    assert!(said.contains("PROBLEM  keys") && said.contains("chown -R"), "{said}");

    let database = folder.path().join("kapok.db");
    fs::set_permissions(&database, fs::Permissions::from_mode(0o000)).expect("changed");
    let unopened = kapok_as_owner(folder.path(), &["verify"]).output().expect("runs");
    let examined = kapok_as_owner(folder.path(), &["doctor"]).output().expect("runs");
    fs::set_permissions(&database, fs::Permissions::from_mode(0o600)).expect("changed");
    expect_failure(&unopened, "run this as the server's user");
    let advice = text(&examined.stdout);
    assert!(advice.contains("PROBLEM  database") && !advice.contains("restore the newest"), "{advice}");
}

/// A folder that the owner of the data folder can write to through a group; as root, it belongs to another user.
fn shared(place: &Path) -> PathBuf {
    fs::set_permissions(place, fs::Permissions::from_mode(0o755)).expect("changed");
    let shared = place.join("shared");
    fs::create_dir(&shared).expect("a folder");
    // Only root may do this, as in `give_away`.
    let _ = chown(&shared, None, Some(SOMEBODY));
    fs::set_permissions(&shared, fs::Permissions::from_mode(0o770)).expect("changed");
    shared
}

#[test]
fn a_shared_folder_takes_backups_and_stays_what_it_is() {
    let folder = demo_folder();
    let key = fs::File::open(folder.path().join("keys/master.key")).expect("a key");
    key.set_modified(SystemTime::now() - Duration::from_secs(3 * 86_400)).expect("an older folder");
    give_away(folder.path());
    let outside = tempfile::tempdir().expect("a folder");
    let place = shared(outside.path());
    let before = fs::metadata(&place).expect("a folder");
    let as_owner = |arguments: &[&str]| {
        let mut command = kapok_as_owner(folder.path(), arguments);
        command.env("KAPOK_BACKUP__FOLDER", &place);
        command
    };
    let server = Server::spawn(folder.path(), &mut as_owner(&["serve", "--listen", "127.0.0.1:0"]));
    let is_archive =
        |path: &PathBuf| path.extension().is_some_and(|kind| kind == "zst") && path.parent() == Some(&place);
    let archive = loop {
        if let Some(found) = below(&place).into_iter().find(is_archive) {
            break found;
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(server.terminate(), 0);
    assert_eq!(mode(&archive), 0o600);
    let after = fs::metadata(&place).expect("a folder");
    assert_eq!((after.mode(), after.uid(), after.gid()), (before.mode(), before.uid(), before.gid()));
    let doctor = || text(&as_owner(&["doctor"]).output().expect("runs").stdout);
    let said = doctor();
    assert!(said.contains(&format!("backup_folder: backups can be written to {}", place.display())), "{said}");

    fs::set_permissions(&place, fs::Permissions::from_mode(0o550)).expect("changed");
    let said = doctor();
    fs::set_permissions(&place, fs::Permissions::from_mode(0o770)).expect("changed");
    assert!(said.contains("PROBLEM  backup_folder") && said.contains("cannot write backups to"), "{said}");
}

/// Whether a file starts with age's header or is still empty.
fn is_sealed(path: &Path) -> bool {
    let mut start = Vec::new();
    fs::File::open(path).expect("a file").take(8).read_to_end(&mut start).expect("bytes");
    start.is_empty() || start == b"age-encr"
}

/// Starts an encrypted backup and kills it while the copy of the database exists. False if the backup ended first.
fn kill_under_way(folder: &Path, target: &Path, recipient: &str) -> bool {
    let mut command = kapok(folder, &["backup", as_text(target), "--recipient", recipient]);
    let mut child = command.spawn().expect("the binary runs");
    let place = target.parent().expect("a folder");
    let is_copy = |path: &PathBuf| {
        let within =
            path.parent().and_then(Path::file_name).is_some_and(|name| as_text(name.as_ref()).starts_with(".kapok"));
        within && path.ends_with("kapok.db")
    };
    loop {
        let ended = child.try_wait().expect("a state").is_some();
        if ended || below(folder).into_iter().chain(below(place)).any(|path| is_copy(&path)) {
            // The process may have ended already.
            let _ = child.kill();
            child.wait().expect("an end");
            return !ended && !target.exists();
        }
    }
}

#[test]
fn a_killed_backup_leaves_nothing_readable_where_encrypted_ones_lie() {
    let folder = demo_folder();
    let place = tempfile::tempdir().expect("a folder");
    let recipient = age::x25519::Identity::generate().to_public().to_string();
    let attempts = (0..20).map(|number| place.path().join(format!("{number}.tar.zst.age")));
    let killed = attempts.into_iter().any(|target| kill_under_way(folder.path(), &target, &recipient));
    assert!(killed, "every backup ended before it could be killed");
    for path in below(place.path()).iter().filter(|path| path.is_file()) {
        assert!(is_sealed(path), "{} is not encrypted", path.display());
    }
    let scratch = |place: &Path| {
        let found = below(place).into_iter().filter(|path| path.is_dir());
        found.filter(|path| path.file_name().is_some_and(|name| as_text(name.as_ref()).starts_with(".kapok-scratch-")))
    };
    let left: Vec<PathBuf> = scratch(folder.path()).chain(scratch(place.path())).collect();
    assert_eq!(left.len(), 2, "one beside the database, one where the archive was to lie: {left:?}");
    for path in &left {
        assert_eq!(mode(path), 0o700, "{}", path.display());
        let long_ago = SystemTime::now() - Duration::from_secs(2 * 86_400);
        fs::File::open(path).expect("a folder").set_modified(long_ago).expect("an older folder");
    }
    let target = place.path().join("whole.tar.zst.age");
    expect_success(&run(folder.path(), &["backup", as_text(&target), "--recipient", &recipient]));
    assert!(left.iter().all(|path| !path.exists()), "leftovers of more than a day are deleted in both folders");
}
