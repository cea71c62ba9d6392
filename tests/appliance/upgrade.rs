//! Upgrades of the database: a way back is made before anything is changed.

use std::fs;

use crate::support::{Server, demo_folder, expect_success, number, run, sql};

#[test]
fn a_backup_is_made_before_the_schema_is_changed_and_a_failed_upgrade_changes_nothing() {
    let folder = demo_folder();
    let newest = number(folder.path(), "select max(version) from refinery_schema_history");
    // As if this version were newer than the one that wrote the folder. What it would add is there
    // already, so that the upgrade fails.
    sql(
        folder.path(),
        "create table kept as select * from refinery_schema_history; \
         delete from refinery_schema_history where version = (select max(version) from refinery_schema_history)",
    );
    let before = number(folder.path(), "select count(*) from posting");
    let output = run(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    assert_eq!(output.status.code(), Some(1));
    let archive = fs::read_dir(folder.path().join("backups"))
        .expect("a folder")
        .flatten()
        .find(|entry| entry.file_name().to_string_lossy().starts_with(&format!("before-schema-{newest}-")))
        .expect("the way back");
    assert_eq!(number(folder.path(), "select count(*) from posting"), before);

    let fresh = tempfile::tempdir().expect("a folder");
    let file = fs::File::open(archive.path()).expect("a file");
    tar::Archive::new(zstd::Decoder::new(file).expect("zstd")).unpack(fresh.path()).expect("unpacks");
    assert_eq!(number(fresh.path(), "select count(*) from posting"), before);
    sql(
        folder.path(),
        "delete from refinery_schema_history; insert into refinery_schema_history select * from kept; drop table kept",
    );
    assert_eq!(Server::start(folder.path(), "serve").terminate(), 0);
    expect_success(&run(folder.path(), &["verify"]));
}
