//! Password hashing: argon2id on a small thread pool of its own. A flood of sign-ins can neither block the async
//! threads nor use more memory than the pool allows.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, anyhow};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use tokio::sync::oneshot;

use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::{AppResult, SERVER_BUSY};
use crate::base::secret::{random_bytes, same};

/// KiB of memory for one hash (OWASP's first choice of parameters).
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const SALT_BYTES: usize = 16;
const TAG_BYTES: usize = 32;
/// Largest number of queued jobs.
const QUEUE: usize = 64;
/// Timeout of one job: queueing and hashing together.
const PATIENCE: Duration = Duration::from_secs(3);
const MOST_THREADS: usize = 4;
/// A thread frees its memory after this time without a job.
const IDLE: Duration = Duration::from_secs(2);
/// Capacity to reserve, in blocks. Only the blocks of one hash are touched. The C library maps an allocation above 32
/// MiB separately and returns it to the system when it is freed; it would never return 19 MiB per thread.
const RESERVED: usize = (32 << 20) / size_of::<Block>() + 1;

/// Result of comparing a password with a stored hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordCheck {
    /// The password matches.
    Right,
    /// The password matches, but its hash was made with older parameters.
    RightButOutdated,
    /// The password does not match, or no hash is stored.
    Wrong,
}

/// The hashing pool. Clones share one pool; its threads end when the last clone is dropped.
#[derive(Clone)]
pub struct Passwords {
    queue: SyncSender<HashingJob>,
    keys: Keyring,
    computed: Arc<AtomicU64>,
}

struct HashingJob {
    task: HashingTask,
    reply: oneshot::Sender<anyhow::Result<HashingResult>>,
}

enum HashingTask {
    Hash {
        peppered: [u8; 32],
    },
    /// `None` takes the same time as a hash that does not match, so that the time does not reveal which accounts
    /// exist.
    Verify {
        peppered: [u8; 32],
        stored: Option<String>,
    },
}

enum HashingResult {
    Hashed(String),
    Verified(PasswordCheck),
}

impl Passwords {
    /// Starts the pool: one thread per core, at most four.
    pub fn start(keys: Keyring) -> anyhow::Result<Self> {
        let (queue, jobs) = sync_channel(QUEUE);
        let jobs = Arc::new(Mutex::new(jobs));
        let computed = Arc::<AtomicU64>::default();
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
        for _ in 0..threads {
            let (jobs, bench) =
                (jobs.clone(), HashingMemory { computed: computed.clone(), ..HashingMemory::default() });
            std::thread::Builder::new()
                .name("kapok-password".into())
                .spawn(move || work(&jobs, bench))
                .context("a password thread could not be started")?;
        }
        Ok(Self { queue, keys, computed })
    }

    /// Hashes a new password for storage. Fails with `server_busy` when the queue is full or the job times out.
    pub async fn hash(&self, password: &str) -> AppResult<String> {
        match self.run(HashingTask::Hash { peppered: pepper(&self.keys, password) }).await? {
            HashingResult::Hashed(hash) => Ok(hash),
            HashingResult::Verified(_) => Err(anyhow!("the password pool returned the result of another task").into()),
        }
    }

    /// Compares a password with a stored hash. Takes the same time when no hash is stored.
    pub async fn verify(&self, password: &str, stored: Option<String>) -> AppResult<PasswordCheck> {
        match self.run(HashingTask::Verify { peppered: pepper(&self.keys, password), stored }).await? {
            HashingResult::Verified(check) => Ok(check),
            HashingResult::Hashed(_) => Err(anyhow!("the password pool returned the result of another task").into()),
        }
    }

    /// Number of hashes computed so far. A password of an unknown account counts like that of an existing account.
    pub fn computed(&self) -> u64 {
        self.computed.load(Ordering::Relaxed)
    }

    async fn run(&self, task: HashingTask) -> AppResult<HashingResult> {
        let (reply, answer) = oneshot::channel();
        self.queue.try_send(HashingJob { task, reply }).map_err(|refused| match refused {
            TrySendError::Full(_) => SERVER_BUSY.retry_after(2),
            TrySendError::Disconnected(_) => anyhow!("the password threads have ended").into(),
        })?;
        match tokio::time::timeout(PATIENCE, answer).await {
            Err(_) => Err(SERVER_BUSY.retry_after(2)),
            Ok(Err(_)) => Err(anyhow!("a password thread ended").into()),
            Ok(Ok(done)) => Ok(done?),
        }
    }
}

/// Hashes a password without the pool, for the command line and for bulk loading.
pub fn hash_now(keys: &Keyring, password: &str) -> anyhow::Result<String> {
    fresh_hash(&pepper(keys, password), &mut HashingMemory::default())
}

fn pepper(keys: &Keyring, password: &str) -> [u8; 32] {
    keys.mac(KeyPurpose::PasswordPepper, &[password.as_bytes()])
}

/// Working memory of one hashing thread.
#[derive(Default)]
struct HashingMemory {
    /// Kept between jobs, because allocating 19 MiB is slow. Freed while the server is idle.
    memory: Vec<Block>,
    computed: Arc<AtomicU64>,
}

fn next(jobs: &Mutex<Receiver<HashingJob>>, bench: &mut HashingMemory) -> Option<HashingJob> {
    if let Ok(jobs) = jobs.try_lock() {
        match jobs.recv_timeout(IDLE) {
            Ok(job) => return Some(job),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    // No job came for a while, or another thread already waits on the queue.
    bench.memory = Vec::new();
    jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

fn work(jobs: &Mutex<Receiver<HashingJob>>, mut bench: HashingMemory) {
    while let Some(HashingJob { task, reply }) = next(jobs, &mut bench) {
        if reply.is_closed() {
            continue;
        }
        let done = match task {
            HashingTask::Hash { peppered } => fresh_hash(&peppered, &mut bench).map(HashingResult::Hashed),
            HashingTask::Verify { peppered, stored } => {
                compare(&peppered, stored.as_deref(), &mut bench).map(HashingResult::Verified)
            }
        };
        // The receiver is gone when the client disconnected or the timeout passed.
        let _ = reply.send(done);
    }
}

fn ours() -> anyhow::Result<Params> {
    Params::new(MEMORY_KIB, PASSES, LANES, Some(TAG_BYTES)).map_err(|error| anyhow!("argon2 parameters: {error}"))
}

fn tag(peppered: &[u8; 32], salt: &[u8], params: Params, bench: &mut HashingMemory) -> anyhow::Result<[u8; TAG_BYTES]> {
    bench.memory.reserve_exact(RESERVED.max(params.block_count()).saturating_sub(bench.memory.len()));
    bench.memory.resize(params.block_count(), Block::new());
    // Only this place counts hashes, because all hashing happens here.
    bench.computed.fetch_add(1, Ordering::Relaxed);
    let mut tag = [0; TAG_BYTES];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into_with_memory(peppered, salt, &mut tag, bench.memory.as_mut_slice())
        .map_err(|error| anyhow!("argon2: {error}"))?;
    Ok(tag)
}

fn fresh_hash(peppered: &[u8; 32], bench: &mut HashingMemory) -> anyhow::Result<String> {
    let salt = random_bytes::<SALT_BYTES>();
    let tag = tag(peppered, &salt, ours()?, bench)?;
    Ok(format!(
        "$argon2id$v=19$m={MEMORY_KIB},t={PASSES},p={LANES}${}${}",
        STANDARD_NO_PAD.encode(salt),
        STANDARD_NO_PAD.encode(tag)
    ))
}

/// A parsed stored hash (PHC string format).
struct PasswordHash {
    params: Params,
    salt: Vec<u8>,
    tag: Vec<u8>,
}

impl PasswordHash {
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.strip_prefix("$argon2id$v=19$")?.split('$');
        let mut costs = parts.next()?.split(',');
        let mut cost = |name: &str| costs.next()?.strip_prefix(name)?.strip_prefix('=')?.parse::<u32>().ok();
        let (memory, passes, lanes) = (cost("m")?, cost("t")?, cost("p")?);
        let salt = STANDARD_NO_PAD.decode(parts.next()?).ok()?;
        let tag = STANDARD_NO_PAD.decode(parts.next()?).ok()?;
        let params = Params::new(memory, passes, lanes, Some(TAG_BYTES)).ok()?;
        (parts.next().is_none() && tag.len() == TAG_BYTES).then_some(Self { params, salt, tag })
    }

    fn is_outdated(&self) -> bool {
        (self.params.m_cost(), self.params.t_cost(), self.params.p_cost()) != (MEMORY_KIB, PASSES, LANES)
    }
}

fn compare(peppered: &[u8; 32], stored: Option<&str>, bench: &mut HashingMemory) -> anyhow::Result<PasswordCheck> {
    let Some(stored) = stored else {
        tag(peppered, &[0; SALT_BYTES], ours()?, bench)?;
        return Ok(PasswordCheck::Wrong);
    };
    let stored = PasswordHash::parse(stored).context("a stored password hash cannot be read")?;
    let found = tag(peppered, &stored.salt, stored.params.clone(), bench)?;
    Ok(match (same(&found, &stored.tag), stored.is_outdated()) {
        (false, _) => PasswordCheck::Wrong,
        (true, false) => PasswordCheck::Right,
        (true, true) => PasswordCheck::RightButOutdated,
    })
}

#[cfg(test)]
mod tests {
    use super::{HashingMemory, PasswordCheck, Passwords, compare, hash_now, pepper};
    use crate::base::keys::Keyring;

    #[tokio::test]
    async fn a_password_is_known_again_and_another_is_not() {
        let pool = Passwords::start(Keyring::new([3; 32])).expect("starts");
        let stored = pool.hash("Cotton-tree-88").await.expect("hashed");
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        for (password, kept, expected) in [
            ("Cotton-tree-88", Some(stored.clone()), PasswordCheck::Right),
            ("Cotton-tree-89", Some(stored.clone()), PasswordCheck::Wrong),
            ("Cotton-tree-88", None, PasswordCheck::Wrong),
        ] {
            assert_eq!(pool.verify(password, kept).await.expect("compared"), expected);
        }
    }

    #[test]
    fn a_hash_is_worthless_without_the_pepper() {
        let stored = hash_now(&Keyring::new([3; 32]), "Cotton-tree-88").expect("hashed");
        let other = pepper(&Keyring::new([4; 32]), "Cotton-tree-88");
        assert_eq!(
            compare(&other, Some(&stored), &mut HashingMemory::default()).expect("compared"),
            PasswordCheck::Wrong
        );
    }
}
