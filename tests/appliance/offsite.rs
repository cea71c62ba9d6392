//! Backups in a bucket: upload, read-back, pruning, and the restore.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, SystemTime};

use crate::bucket::Storage;
use crate::support::{Server, demo_folder, expect_failure, expect_success, kapok, number, run};

const OLD: &str = "points/kapok-20200101T000000Z.tar.zst";

fn with(storage: &Storage, folder: &Path, arguments: &[&str]) -> Output {
    kapok(folder, arguments).envs(storage.settings()).output().expect("runs")
}

/// A folder whose daily backup is overdue, and a bucket that holds older objects.
async fn overdue() -> (tempfile::TempDir, Storage) {
    let folder = demo_folder();
    let key = fs::File::open(folder.path().join("keys/master.key")).expect("a key");
    key.set_modified(SystemTime::now() - Duration::from_secs(3 * 86_400)).expect("an older folder");
    let storage = Storage::start().await;
    for name in [OLD, "points/by-hand.tar.zst", "points/z.txt", "elsewhere/kapok-20200101T000000Z.tar.zst"] {
        storage.inside().objects.insert(name.to_owned(), b"old".to_vec());
    }
    (folder, storage)
}

fn serve(folder: &Path, storage: &Storage) -> Server {
    let mut command = kapok(folder, &["serve", "--listen", "127.0.0.1:0"]);
    Server::spawn(folder, command.envs(storage.settings()).env("KAPOK_OFFSITE__KEEP", "1"))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_daily_backup_lies_in_the_bucket_too_and_comes_back_from_there() {
    let (folder, storage) = overdue().await;
    // Incompressible, and large enough for a multipart upload.
    let mut noise = 1_u64;
    let picture = (0..20 << 17).flat_map(|_| {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (noise >> 8).to_le_bytes()
    });
    fs::write(folder.path().join("media/large.png"), picture.collect::<Vec<_>>()).expect("written");
    let server = serve(folder.path(), &storage);
    while storage.inside().objects.contains_key(OLD) {
        tokio::task::yield_now().await;
    }
    let name = {
        let inside = storage.inside();
        let of_ours = |key: &&String| key.starts_with("points/kapok-");
        let kept: Vec<_> = inside.objects.keys().filter(of_ours).cloned().collect();
        assert_eq!(kept.len(), 1, "{kept:?}");
        assert_eq!(inside.objects.len(), 4, "objects of others stay");
        let first = |call: String| inside.calls.iter().position(|found| *found == call).expect("a call");
        let last = |call: String| inside.calls.iter().rposition(|found| *found == call).expect("a call");
        assert!(first(format!("PUT {} part", kept[0])) < first(format!("GET {}", kept[0])), "in parts");
        assert!(last(format!("GET {}", kept[0])) < first(format!("DELETE {OLD}")), "deleted after the read-back");
        kept[0].replace("points/", "")
    };
    assert_eq!(server.terminate(), 0);
    assert!(expect_success(&with(&storage, folder.path(), &["backup", "list"])).contains(&name));

    let fresh = tempfile::tempdir().expect("a folder");
    expect_success(&with(&storage, fresh.path(), &["restore", "--offsite"]));
    let posted = "select count(*) from posting";
    assert_eq!(number(fresh.path(), posted), number(folder.path(), posted));
    expect_success(&run(fresh.path(), &["verify"]));
    let elsewhere = tempfile::tempdir().expect("a folder");
    let mut fetch = kapok(folder.path(), &["backup", "fetch", &name]);
    let fetched = fetch.envs(storage.settings()).current_dir(elsewhere.path()).output().expect("runs");
    expect_success(&fetched);
    let archive = elsewhere.path().join(&name);
    expect_success(&run(folder.path(), &["backup", "verify", archive.to_str().expect("UTF-8")]));
    let again = kapok(folder.path(), &["backup", "fetch", &name])
        .envs(storage.settings())
        .current_dir(elsewhere.path())
        .output();
    expect_failure(&again.expect("runs"), "is there already");
    let unknown = with(&storage, folder.path(), &["backup", "fetch", "kapok-20990101T000000Z.tar.zst"]);
    expect_failure(&unknown, "is not in the bucket");
}

#[tokio::test(flavor = "multi_thread")]
async fn storage_that_fails_a_while_is_asked_again_and_storage_that_spoils_is_told_of() {
    let (folder, storage) = overdue().await;
    {
        let mut inside = storage.inside();
        (inside.failing, inside.spoiling) = (2, true);
    }
    let server = serve(folder.path(), &storage);
    let letters = || {
        let found = fs::read_dir(folder.path().join("outbox")).into_iter().flatten().flatten();
        let texts = found.filter_map(|entry| fs::read_to_string(entry.path()).ok());
        texts.filter(|text| text.contains("could not make a backup")).collect::<Vec<_>>()
    };
    let letters = loop {
        let found = letters();
        if !found.is_empty() {
            break found;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(letters.len(), 1);
    assert!(letters[0].contains("owner@kapok.example") && letters[0].contains("gave back other bytes"), "{letters:?}");
    let mark = fs::read_to_string(folder.path().join("metrics")).expect("the mark of the listener");
    let figures = reqwest::get(format!("http://{}/metrics", mark.trim())).await.expect("an answer");
    let figures = figures.text().await.expect("text");
    assert!(figures.contains("kapok_backup_failed 1"), "{figures}");
    assert!(!figures.contains("kapok_backup_offsite_age_seconds "), "no backup has been read back yet");
    {
        let inside = storage.inside();
        assert!(inside.objects.contains_key(OLD), "the old backup stays, because it is the newest sound one");
        assert_eq!(inside.objects.len(), 4, "the damaged upload is deleted");
    }
    assert_eq!(server.terminate(), 0);
    // The backup on disk was made anyway; it is uploaded once the storage works again.
    storage.inside().spoiling = false;
    let server = serve(folder.path(), &storage);
    while storage.inside().objects.contains_key(OLD) {
        tokio::task::yield_now().await;
    }
    assert_eq!(server.terminate(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_or_an_address_that_is_wrong_is_named() {
    let folder = demo_folder();
    let storage = Storage::start().await;
    let list = |name: &str, value: &str| {
        let mut command = kapok(folder.path(), &["backup", "list"]);
        command.envs(storage.settings()).env(name, value).output().expect("runs")
    };
    expect_failure(&list("KAPOK_OFFSITE__SECRET_KEY", "another"), "403 SignatureDoesNotMatch");
    expect_failure(&list("KAPOK_OFFSITE__REGION", "ap-east-1"), "403 SignatureDoesNotMatch");
    expect_failure(&list("KAPOK_OFFSITE__ALLOWED_HOSTS", ""), "may not be called");
    expect_failure(&list("KAPOK_OFFSITE__URL", "http://127.0.0.1:1/kapok"), "may not be called");
    assert!(expect_success(&list("KAPOK_OFFSITE__URL", "")).contains("the settings name none"));
    expect_failure(&list("KAPOK_OFFSITE__SECRET_KEY", ""), "needs offsite.access_key");
    expect_failure(&list("KAPOK_OFFSITE__URL", "s3://kapok"), "must be http(s)://");
    expect_failure(&list("KAPOK_OFFSITE__FOLDER", "ä b"), "letters, digits");
    let nothing = with(&storage, folder.path(), &["backup", "fetch"]);
    expect_failure(&nothing, "there is no backup in the bucket");
}
