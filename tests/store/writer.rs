//! The writer and the readers: the effects of a failed change, and the durability of a committed one.

use std::future::Future;
use std::sync::Arc;
use std::sync::Barrier;

use kapok::base::clock::{Clock, Timestamp};
use kapok::base::problem::{AppError, AppResult, NOT_FOUND};
use kapok::core::members::Status;
use kapok::platform::config::Synchronous;
use kapok::platform::delivery::history::MessageState;
use kapok::platform::idempotency;
use kapok::platform::store::{DataDir, FORGOTTEN_AT_ONCE, Store, SumColumns, SumKey, SumKind, SumWriter, Tx, params};

struct Scratch {
    store: Store,
    folder: DataDir,
    _scratch: tempfile::TempDir,
}

fn scratch() -> Scratch {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = DataDir::create(scratch.path()).expect("a data folder");
    let store = Store::open(&folder, Synchronous::Normal, Clock::system()).expect("a store");
    Scratch { store, folder, _scratch: scratch }
}

fn count_view(store: &Store, path: &'static str) -> Result<usize, AppError> {
    store.write_blocking(move |tx| {
        tx.execute("insert into page_view (day, path, views) values (1, :path, 1)", params! { ":path": path })
    })
}

fn views(store: &Store) -> i64 {
    store.read(|read| read.number("select count(*) as n from page_view", params! {})).expect("a number")
}

/// Keeps the writer busy with a change that ends on request. Other changes wait in the queue
/// meanwhile.
struct Busy {
    end: Arc<Barrier>,
    thread: std::thread::JoinHandle<Result<(), AppError>>,
}

fn keep_busy(store: &Store) -> Busy {
    let (begun, end) = (Arc::new(Barrier::new(2)), Arc::new(Barrier::new(2)));
    let (at_work, held, store) = (begun.clone(), end.clone(), store.clone());
    let thread = std::thread::spawn(move || {
        store.write_blocking(move |_| {
            at_work.wait();
            held.wait();
            Ok(())
        })
    });
    begun.wait();
    Busy { end, thread }
}

impl Busy {
    fn release(self) {
        self.end.wait();
        self.thread.join().expect("joined").expect("written");
    }
}

#[test]
fn a_refusal_or_a_panic_costs_its_own_change_alone() {
    let Scratch { store, _scratch, .. } = scratch();
    // The writer is busy, so that the other changes gather into one batch.
    let busy = keep_busy(&store);
    let workers: Vec<_> = ["good", "refused", "panics", "also good"]
        .into_iter()
        .map(|path| {
            let store = store.clone();
            std::thread::spawn(move || {
                store.write_blocking(move |tx| {
                    tx.execute(
                        "insert into page_view (day, path, views) values (1, :path, 1)",
                        params! { ":path": path },
                    )?;
                    match path {
                        "refused" => Err(NOT_FOUND.into()),
                        "panics" => panic!("a mistake of ours"),
                        _ => Ok(()),
                    }
                })
            })
        })
        .collect();
    while store.pressure() < 4 {
        std::thread::yield_now();
    }
    busy.release();
    let outcomes: Vec<_> = workers.into_iter().map(|worker| worker.join().expect("joined")).collect();
    assert!(outcomes[0].is_ok() && outcomes[3].is_ok());
    assert!(outcomes[1].as_ref().is_err_and(|error| error.is(NOT_FOUND)));
    assert!(matches!(&outcomes[2], Err(AppError::Internal(error)) if error.to_string().contains("a mistake of ours")));
    assert_eq!(views(&store), 2, "the other two changes of the batch are committed");
}

/// Views of the pages of one subject by day.
static VIEWS: SumKind = SumKind { name: "views", write: write_views };

fn write_views(tx: &dyn SumWriter, key: SumKey, [views, writes, _]: SumColumns) -> AppResult<()> {
    // A second write of the day in one batch would fail, because there is a row by then.
    tx.change(
        "insert into page_view (day, path, views) values (:day, :path, :views)",
        params! { ":day": key.day, ":path": format!("{} in {writes} changes", key.subject[0]), ":views": views },
    )
    .map(drop)
}

fn view(tx: &Tx<'_>, subject: u8, views: i64) -> AppResult<()> {
    tx.add_up(&VIEWS, SumKey { subject: [subject; 16], day: 1 }, [views, 1, 0])
}

fn unwritten(tx: &Tx<'_>, subject: u8) -> i64 {
    let mut sum = 0;
    tx.unwritten(&VIEWS, [subject; 16], |_, [views, ..]| sum += views);
    sum
}

fn written(store: &Store) -> Vec<(String, i64)> {
    let rows = store.read(|read| {
        read.all("select path, views from page_view order by path", params! {}, |row| {
            Ok((row.get("path")?, row.get("views")?))
        })
    });
    rows.expect("rows")
}

#[test]
fn sums_of_a_batch_are_written_once_and_without_those_of_failed_changes() {
    let Scratch { store, _scratch, .. } = scratch();
    let busy = keep_busy(&store);
    let workers: Vec<_> = (0..8)
        .map(|nth| {
            let store = store.clone();
            std::thread::spawn(move || {
                store.write_blocking(move |tx| {
                    let before = unwritten(tx, 1);
                    view(tx, 1, 10)?;
                    let refused = tx.savepoint(|tx| {
                        view(tx, 1, 1_000)?;
                        Err::<(), _>(NOT_FOUND.into())
                    });
                    assert!(refused.is_err());
                    tx.savepoint(|tx| view(tx, 2, 1))?;
                    assert_eq!(unwritten(tx, 1), before + 10, "a refused attempt takes back its own sums");
                    match nth {
                        0 => Err(NOT_FOUND.into()),
                        1 => panic!("a mistake of ours"),
                        _ => Ok(()),
                    }
                })
            })
        })
        .collect();
    while store.pressure() < 8 {
        std::thread::yield_now();
    }
    busy.release();
    let done = workers.into_iter().map(|worker| worker.join().expect("joined")).filter(Result::is_ok).count();
    assert_eq!(done, 6);
    assert_eq!(written(&store), [("1 in 6 changes".to_owned(), 60), ("2 in 6 changes".to_owned(), 6)]);
    let left = store.write_blocking(|tx| Ok(unwritten(tx, 1))).expect("a number");
    assert_eq!(left, 0, "the next batch begins without sums");
}

#[test]
fn a_batch_whose_sums_cannot_be_written_is_lost_and_the_next_one_begins_without_them() {
    let Scratch { store, _scratch, .. } = scratch();
    store.write_blocking(|tx| view(tx, 1, 10)).expect("written");
    // The row is there already, so that it cannot be inserted again.
    let lost = store.write_blocking(|tx| {
        add_view(tx, "/lost")?;
        view(tx, 1, 20)
    });
    assert!(matches!(lost, Err(AppError::Internal(_))));
    store.write_blocking(|tx| view(tx, 2, 5)).expect("written");
    assert_eq!(written(&store), [("1 in 1 changes".to_owned(), 10), ("2 in 1 changes".to_owned(), 5)]);
}

fn add_view(tx: &Tx<'_>, path: &'static str) -> AppResult<()> {
    tx.execute_one("insert into page_view (day, path, views) values (1, :path, 1)", params! { ":path": path })
}

#[test]
fn a_change_that_is_alone_in_its_batch_is_undone_as_a_whole() {
    let Scratch { store, .. } = &scratch();
    let refused = store.write_blocking(|tx| {
        add_view(tx, "/undone")?;
        Err::<(), _>(NOT_FOUND.into())
    });
    assert!(refused.is_err());
    assert_eq!(views(store), 0);
    count_view(store, "/kept").expect("written");
    assert_eq!(views(store), 1, "the next change gets a new transaction");
}

#[test]
fn a_refused_attempt_leaves_the_rest_of_a_change_that_is_alone() {
    let Scratch { store, .. } = &scratch();
    let attempt = |tx: &Tx<'_>| {
        let refused = tx.savepoint(|tx| {
            add_view(tx, "/first")?;
            Err::<(), _>(NOT_FOUND.into())
        });
        assert!(refused.is_err());
        add_view(tx, "/kept")?;
        let refused = tx.savepoint(|tx| {
            add_view(tx, "/second")?;
            Err::<(), _>(NOT_FOUND.into())
        });
        assert!(refused.is_err());
        tx.savepoint(|tx| add_view(tx, "/kept too"))?;
        tx.rehearse(|tx| add_view(tx, "/rehearsed"))
    };
    store.write_blocking(attempt).expect("written");
    assert_eq!(views(store), 2);
    store.write_blocking(|tx| tx.rehearse(|tx| add_view(tx, "/rehearsed"))).expect("rehearsed");
    assert_eq!(views(store), 2, "a batch with only a rehearsal writes nothing");
}

#[tokio::test]
async fn a_change_of_many_rows_waits_its_turn_and_costs_only_itself() {
    let Scratch { store, .. } = &scratch();
    let busy = keep_busy(store);
    let (first, refused, last) = tokio::join!(
        store.write_unattended(|tx| add_view(tx, "/before")),
        store.write_many_rows_unattended(|tx| {
            add_view(tx, "/undone")?;
            Err::<(), _>(NOT_FOUND.into())
        }),
        async {
            let after = store.write_unattended(|tx| add_view(tx, "/after"));
            tokio::pin!(after);
            // The first poll queues the change; the writer must not continue before.
            let queued =
                std::future::poll_fn(|context| std::task::Poll::Ready(after.as_mut().poll(context).is_pending()));
            assert!(queued.await);
            busy.release();
            after.await
        },
    );
    first.expect("written");
    last.expect("written");
    assert!(refused.is_err());
    assert_eq!(views(store), 2);
}

#[test]
fn a_full_queue_answers_503_with_retry_after() {
    let Scratch { store, _scratch, .. } = scratch();
    let busy = keep_busy(&store);
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    // A future that is never polled queues nothing, so `now_or_never` polls each once.
    let mut waiting = Vec::new();
    let refused = runtime.block_on(async {
        loop {
            let mut change = Box::pin(store.write_unattended(|_| Ok(())));
            let polled = std::future::poll_fn(|context| std::task::Poll::Ready(change.as_mut().poll(context))).await;
            match polled {
                std::task::Poll::Ready(outcome) => return outcome.expect_err("the queue is full"),
                std::task::Poll::Pending => waiting.push(change),
            }
            assert!(waiting.len() < 100_000, "the queue has no limit");
        }
    });
    let AppError::Refused(refusal) = &refused else { panic!("{refused}") };
    assert_eq!((refusal.problem.code, refusal.problem.status, refusal.retry_after_s), ("server_busy", 503, Some(1)));
    busy.release();
    runtime.block_on(async {
        for change in waiting {
            change.await.expect("a queued change is made");
        }
    });
}

#[test]
fn a_full_disk_is_reported_and_changes_resume_with_free_space() {
    let Scratch { store, _scratch, .. } = scratch();
    let pages = store
        .read(|read| read.one("pragma page_count", params! {}, |row| row.get::<i64>("page_count")))
        .expect("read")
        .expect("a row");
    // A page limit keeps the database from growing, as a full disk does.
    let limit = |pages: i64| {
        let sql: &'static str = Box::leak(format!("pragma max_page_count = {pages}").into_boxed_str());
        store.write_blocking(move |tx| tx.one(sql, params! {}, |_| Ok(()))).expect("a limit");
    };
    limit(pages);
    let long = "x".repeat(2_000);
    let fill = |number: i64| {
        let long = long.clone();
        store.write_blocking(move |tx| {
            tx.execute(
                "insert into page_view (day, path, views) values (:day, :path, 1)",
                params! { ":day": number, ":path": long },
            )
        })
    };
    let refused = (0..10_000).find_map(|number| fill(number).err()).expect("the disk fills up");
    assert_eq!(refused.code(), "storage_full");
    let before = views(&store);
    assert_eq!(fill(20_000).expect_err("still full").code(), "storage_full");
    assert_eq!(views(&store), before, "reads work, and no change is half-written");
    limit(pages + 10_000);
    fill(20_000).expect("writes work again after the limit is raised");
}

#[test]
fn queued_changes_are_written_before_the_server_stops() {
    let Scratch { store, folder, _scratch } = scratch();
    count_view(&store, "one").expect("written");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().expect("a runtime");
    let pending: Vec<_> = ["two", "three"]
        .into_iter()
        .map(|path| {
            let store = store.clone();
            runtime.spawn(async move {
                store
                    .write_unattended(move |tx| {
                        tx.execute(
                            "insert into page_view (day, path, views) values (1, :path, 1)",
                            params! { ":path": path },
                        )
                    })
                    .await
            })
        })
        .collect();
    runtime.block_on(async {
        for change in pending {
            change.await.expect("joined").expect("written");
        }
        store.close().await;
    });
    let late = count_view(&store, "late").expect_err("closed");
    assert_eq!(late.code(), "server_busy");
    let again = Store::open(&folder, Synchronous::Full, Clock::system()).expect("opens again");
    assert_eq!(views(&again), 3);
}

#[test]
fn readers_cannot_write() {
    let Scratch { store, _scratch, .. } = scratch();
    let outcome = store.read(|read| read.one("delete from page_view returning day", params! {}, |_| Ok(())));
    assert!(outcome.expect_err("refused").to_string().contains("readonly"));
}

#[test]
fn sqlite_is_new_enough_and_set_up_for_safety() {
    let Scratch { store, _scratch, .. } = scratch();
    let text = |sql: &'static str, column: &'static str| {
        store
            .write_blocking(move |tx| tx.one(sql, params! {}, |row| row.get::<String>(column)))
            .expect("read")
            .expect("a row")
    };
    let version: Vec<u32> =
        text("select sqlite_version() as version", "version").split('.').filter_map(|part| part.parse().ok()).collect();
    assert!(version >= vec![3, 51, 3], "{version:?}");
    assert_eq!(text("pragma journal_mode", "journal_mode"), "wal");
    let loose = store
        .read(|read| {
            read.all(
                "select name from pragma_table_list where schema = 'main' and type = 'table' and strict = 0 and name not like 'sqlite_%'
                 and name <> 'refinery_schema_history'",
                params! {},
                |row| row.get::<String>("name"),
            )
        })
        .expect("tables");
    assert!(loose.is_empty(), "tables that are not strict: {loose:?}");
}

#[test]
fn old_rows_are_deleted_in_batches_that_do_not_block_the_writer() {
    let Scratch { store, _scratch, .. } = scratch();
    store
        .write_blocking(|tx| {
            tx.execute(
                "insert into idempotency_answer (day, key, fingerprint, status, body)
                 with recursive old (n) as (select 1 union all select n + 1 from old where n < :many)
                 select -1, randomblob(16), zeroblob(16), 200, '' from old",
                params! { ":many": FORGOTTEN_AT_ONCE as i64 + 5 },
            )
        })
        .expect("inserted");
    let parts = [0; 3].map(|_| store.write_blocking(idempotency::forget_old).expect("forgotten"));
    assert_eq!(parts, [FORGOTTEN_AT_ONCE, 5, 0]);
}

#[test]
fn an_answer_is_kept_for_three_days_of_running_whatever_the_clock_shows() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = DataDir::create(scratch.path()).expect("a data folder");
    let clock = Clock::starting_at(Timestamp::from_millis(1_790_000_000_000));
    let store = Store::open(&folder, Synchronous::Normal, clock.clone()).expect("a store");
    let kept = "select count(*) as n from idempotency_answer a join idempotency_day d on d.day = a.day";
    store
        .write_blocking(|tx| {
            tx.execute(
                "insert into idempotency_answer (day, key, fingerprint, status, body)
                 select max(day), randomblob(16), zeroblob(16), 200, '' from idempotency_day",
                params! {},
            )
        })
        .expect("inserted");
    for hour in 0..96 {
        let left = store.read(|read| read.number(kept, params! {})).expect("a number");
        assert_eq!(left, 1, "after {hour} hours of running");
        clock.set(clock.now().plus(std::time::Duration::from_secs(30 * 86_400)));
        store
            .write_blocking(|tx| {
                idempotency::count_running_time(tx, std::time::Duration::from_secs(3_600))?;
                idempotency::forget_old(tx)
            })
            .expect("an hour of running");
    }
    assert_eq!(store.read(|read| read.number(kept, params! {})).expect("a number"), 0, "it is deleted in the end");
}

#[test]
fn a_status_that_nobody_knows_is_an_error_and_not_an_erased_member_or_a_message_given_up() {
    let scratch = scratch();
    scratch
        .store
        .read(|read| {
            let known = read.one("select 'suspended' as status", params! {}, |row| row.get::<Status>("status"))?;
            assert_eq!(known, Some(Status::Suspended));
            let unknown = "select 'gone' as status";
            read.one(unknown, params! {}, |row| row.get::<Status>("status")).expect_err("no status of a member");
            read.one(unknown, params! {}, |row| row.get::<MessageState>("status")).expect_err("no state of a message");
            Ok(())
        })
        .expect("read");
}
