//! The folders that the benches fill directly: a change of the schema must not leave `benches/fill` behind.

#[allow(dead_code, reason = "the benches use the rest")]
#[path = "../benches/fill/mod.rs"]
mod fill;
#[path = "../benches/support/mod.rs"]
mod support;

use std::process::Command;

#[test]
fn a_filled_folder_opens_and_its_ledger_is_sound() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let folder = scratch.path().join("filled");
    let binary = env!("CARGO_BIN_EXE_kapok");
    fill::folder(binary, &folder, fill::Size { members: 300, transactions: 4_000 });
    let scans: i64 = fill::look(&folder, "select count(*) from campaign_claim", |row| row.get(0));
    assert!(scans > 0, "no campaign was scanned");
    let verified = Command::new(binary).args(["verify", "--data-dir"]).arg(&folder).output().expect("kapok verify");
    assert!(verified.status.success(), "{verified:?}");
}
