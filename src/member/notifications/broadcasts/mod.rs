//! Announcements to many members: written, scheduled, and handed out in batches between which
//! everybody else's changes get their turn.

mod letters;
mod preview;
mod queries;

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::content::{Form, LONGEST_NAME, Sort, State, require_translations};
use crate::base::id::{MemberId, NotificationId, PartnerId, RecordId};
use crate::base::language::{Language, LocalizedText};
use crate::base::problem::{AppError, AppResult, NOT_FOUND, ProblemType};
use crate::core::members::{self, Status};
use crate::core::preferences::{self, Channel, Kind};
use crate::platform::delivery::{self, Tally};
use crate::platform::store::{Read, Store, Tx};

use super::push;

pub use letters::Letters;
pub use preview::{Preview, PreviewInput, preview};
pub(super) use queries::{count_all_opened, count_opened};

/// The announcement has gone out: it can be neither changed nor taken back.
pub const ALREADY_SENT: ProblemType = ProblemType::new("already_sent", 409, "Already sent");

/// The longest body in one language, in characters.
const LONGEST_BODY: usize = 1_000;
/// Members that are looked up at once.
const ROUND: i64 = 500;
/// How long one write reaches members: whoever pays meanwhile waits for no more than that.
pub const SLICE: Duration = Duration::from_millis(5);
/// How long the writer is left to others between two writes.
const PAUSE: Duration = Duration::from_millis(10);

/// Where an announcement stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BroadcastState {
    /// Being written.
    #[default]
    Draft,
    /// Goes out at its moment.
    Scheduled,
    /// On its way.
    Sending,
    /// With everybody whom it is for.
    Sent,
}

impl BroadcastState {
    /// The name on the wire and in the store.
    pub const fn name(self) -> &'static str {
        match self {
            BroadcastState::Draft => "draft",
            BroadcastState::Scheduled => "scheduled",
            BroadcastState::Sending => "sending",
            BroadcastState::Sent => "sent",
        }
    }

    /// Reads that name.
    pub fn from_name(name: &str) -> Option<Self> {
        use BroadcastState::{Draft, Scheduled, Sending, Sent};
        [Draft, Scheduled, Sending, Sent].into_iter().find(|one| one.name() == name)
    }
}

/// Whom an announcement is for; everybody who is active where it says nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Segment {
    /// Those who read this language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Those with at least so many points, when it goes out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_points: Option<i64>,
    /// Those with at most so many points, when it goes out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_points: Option<i64>,
    /// Those who have earned at this partner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner_id: Option<PartnerId>,
}

/// An announcement as staff write it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BroadcastInput {
    /// A few words.
    pub title: LocalizedText,
    /// A few sentences.
    pub body: LocalizedText,
    /// Whom it is for.
    #[serde(default)]
    pub segment: Segment,
    /// Whether it praises offers: then only those hear it who agreed to that.
    #[serde(default)]
    pub marketing: bool,
    /// Whether it goes to e-mail addresses as well as to inboxes.
    #[serde(default)]
    pub by_email: bool,
    /// `draft` or `scheduled`; the other states come by themselves.
    #[serde(default)]
    pub state: BroadcastState,
    /// When it goes out, for the state `scheduled`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub send_at: Option<Timestamp>,
    /// Send though a translation is missing: English stands in for it.
    #[serde(default, skip_serializing)]
    pub use_english: bool,
}

/// An announcement with all that staff see of it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminNotification)]
pub struct Broadcast {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: RecordId,
    /// What staff wrote.
    #[serde(flatten)]
    pub input: BroadcastInput,
    /// Members whom it has reached.
    pub delivered: i64,
    /// Of these, those who have seen it in the app, however they came there.
    pub opened: i64,
    /// What became of its e-mails and of its notes on devices.
    pub messages: Vec<Tally>,
    /// When it was first written.
    pub created: Timestamp,
    /// When it was last changed.
    pub updated: Timestamp,
    /// When the sending began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent_at: Option<Timestamp>,
    /// When it was removed; it can be restored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
    /// Counts its changes.
    #[serde(skip)]
    pub version: i64,
}

impl Broadcast {
    fn is_unsent(&self) -> bool {
        matches!(self.input.state, BroadcastState::Draft | BroadcastState::Scheduled)
    }
}

/// What a list of announcements is narrowed to.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Those that stand there; all where there is none.
    pub state: Option<BroadcastState>,
    /// Those that were removed, instead of those that are there.
    pub removed: bool,
    /// A pattern that the title has to fit.
    pub pattern: Option<String>,
    /// Their order.
    pub sort: Sort,
}

impl BroadcastInput {
    /// What it is about, for those who would rather not hear of it.
    pub(super) fn kind(&self) -> Kind {
        if self.marketing { Kind::Marketing } else { Kind::News }
    }

    fn checked(mut self, read: &Read<'_>) -> AppResult<Self> {
        let mut form = Form::new();
        form.text("title", &mut self.title, LONGEST_NAME);
        form.text("body", &mut self.body, LONGEST_BODY);
        let Segment { min_points, max_points, partner_id, .. } = self.segment;
        for (field, points) in [("segment.minPoints", min_points), ("segment.maxPoints", max_points)] {
            form.expect(field, "invalid_value", points.is_none_or(|points| points >= 0));
        }
        let ordered = min_points.zip(max_points).is_none_or(|(least, most)| least <= most);
        form.expect("segment.maxPoints", "invalid_value", ordered);
        if let Some(partner) = partner_id {
            form.expect("segment.partnerId", "unknown_partner", queries::partner_exists(read, partner)?);
        }
        let written = matches!(self.state, BroadcastState::Draft | BroadcastState::Scheduled);
        form.expect("state", "invalid_value", written);
        let scheduled = self.state == BroadcastState::Scheduled;
        form.expect("sendAt", "required_field", !scheduled || self.send_at.is_some());
        form.expect("sendAt", "invalid_value", !scheduled || self.send_at.is_none_or(|moment| moment > read.now()));
        form.finish()?;
        if scheduled {
            self.require_translations(self.use_english)?;
        }
        Ok(self)
    }

    fn require_translations(&self, use_english: bool) -> AppResult<()> {
        require_translations(Some(State::Published), use_english, &[&self.title, &self.body])
    }
}

/// Writes one down. Fails with 400 for a form with mistakes, and with `translation_missing`.
pub fn create(tx: &Tx<'_>, input: BroadcastInput) -> AppResult<Broadcast> {
    let id = RecordId::made_at(tx.now());
    queries::insert(tx, id, &input.checked(tx)?)?;
    written(tx, id)
}

/// Whether one could be written down so, in place of `before` where there is one. Fails as [`create`] and [`replace`] do.
pub fn check(read: &Read<'_>, before: Option<&Broadcast>, input: BroadcastInput) -> AppResult<()> {
    if before.is_some_and(|found| !found.is_unsent()) {
        return Err(ALREADY_SENT.into());
    }
    input.checked(read).map(drop)
}

/// Replaces one that has not gone out. Fails with `not_found`, [`ALREADY_SENT`], and as [`create`].
pub fn replace(tx: &Tx<'_>, id: RecordId, input: BroadcastInput) -> AppResult<Broadcast> {
    require_unsent(tx, id)?;
    queries::update(tx, id, &input.checked(tx)?)?;
    written(tx, id)
}

/// Removes one that has not gone out; it can be brought back. Fails with `not_found` and [`ALREADY_SENT`].
pub fn remove(tx: &Tx<'_>, id: RecordId) -> AppResult<()> {
    require_unsent(tx, id)?;
    queries::mark_deleted(tx, id)
}

/// Brings a removed one back, as it was; as a draft where it should have gone out meanwhile. Fails with `not_found` for
/// one that is there or never was.
pub fn restore(tx: &Tx<'_>, id: RecordId) -> AppResult<Broadcast> {
    if queries::unmark_deleted(tx, id)? == 0 {
        return Err(NOT_FOUND.into());
    }
    written(tx, id)
}

/// Lets one go out now. Fails with `not_found`, [`ALREADY_SENT`] and `translation_missing`.
pub fn send(tx: &Tx<'_>, id: RecordId, use_english: bool) -> AppResult<Broadcast> {
    require_unsent(tx, id)?.input.require_translations(use_english)?;
    queries::begin(tx, id, NotificationId::made_at(tx.now()))?;
    written(tx, id)
}

/// One of them.
pub fn find(read: &Read<'_>, id: RecordId) -> AppResult<Option<Broadcast>> {
    let Some(found) = queries::find(read, id)? else { return Ok(None) };
    Ok(Some(Broadcast { messages: delivery::tally(read, id)?, ..found }))
}

/// Those that come after `after` in the wanted order.
pub fn list(read: &Read<'_>, wanted: &Wanted, after: Option<RecordId>, limit: i64) -> AppResult<Vec<Broadcast>> {
    let found = queries::list(read, wanted, after, limit)?;
    found.into_iter().map(|one| Ok(Broadcast { messages: delivery::tally(read, one.id)?, ..one })).collect()
}

fn require_unsent(tx: &Tx<'_>, id: RecordId) -> AppResult<Broadcast> {
    let found = find(tx, id)?.ok_or(NOT_FOUND)?;
    if found.is_unsent() { Ok(found) } else { Err(ALREADY_SENT.into()) }
}

fn written(tx: &Tx<'_>, id: RecordId) -> AppResult<Broadcast> {
    find(tx, id)?.ok_or_else(|| anyhow::anyhow!("the announcement {id} just written is missing").into())
}

/// Hands out whatever is due. Where it was interrupted, it goes on: nobody is reached twice.
/// `slice` is how long one write may take of it.
pub async fn deliver_due(store: &Store, letters: &Letters, slice: Duration) -> AppResult<()> {
    store
        .write_unattended(|tx| {
            for id in queries::due(tx)? {
                queries::begin(tx, id, NotificationId::made_at(tx.now()))?;
            }
            Ok(())
        })
        .await?;
    while let Some(id) = store.read(queries::next_sending)? {
        while deliver_round(store, letters, id, slice).await? {}
    }
    Ok(())
}

/// Members whom the next writes reach, and what they are told.
struct Round {
    id: RecordId,
    line: NotificationId,
    announcement: BroadcastInput,
    /// Looked through, whether they belong or not: a round costs the same for every segment.
    looked: Vec<(MemberId, bool)>,
}

/// Reaches the next members; false once everybody is reached.
async fn deliver_round(store: &Store, letters: &Letters, id: RecordId, slice: Duration) -> AppResult<bool> {
    // Looking for them is a reader's work; the writer only adds lines.
    let found = store
        .read_at_length(move |read| {
            let Some((line, reached)) = queries::progress(read, id)? else { return Ok(None) };
            let announcement = find(read, id)?.ok_or(NOT_FOUND)?.input;
            let looked = queries::members_after(read, reached, &announcement.segment, ROUND)?;
            Ok::<_, AppError>(Some((reached, Round { id, line, announcement, looked })))
        })
        .await?;
    // Another worker has reached the last of them.
    let Some((mut reached, round)) = found.map(|(reached, round)| (reached, Arc::new(round))) else { return Ok(false) };
    if round.looked.is_empty() {
        store.write_unattended(move |tx| queries::finish(tx, id)).await?;
        return Ok(false);
    }
    let mut from = 0;
    while from < round.looked.len() {
        let (this, letters) = (round.clone(), letters.clone());
        let bell = letters.outbox.clone();
        let next = store.write_unattended(move |tx| this.hand_out(tx, &letters, slice, (from, reached))).await?;
        bell.wake();
        // Another worker has gone on from there.
        let Some(next) = next else { break };
        (from, reached) = (next, round.looked[next - 1].0);
        tokio::time::sleep(PAUSE).await;
    }
    Ok(true)
}

impl Round {
    /// Reaches some from one on, for as long as others may wait; gives where to go on, or nothing where somebody else
    /// has gone on: two workers at once would count twice.
    fn hand_out(
        &self,
        tx: &Tx<'_>,
        letters: &Letters,
        slice: Duration,
        (from, reached): (usize, MemberId),
    ) -> AppResult<Option<usize>> {
        if queries::progress(tx, self.id)?.is_none_or(|(_, now)| now != reached) {
            return Ok(None);
        }
        let (began, mut next, mut delivered) = (Instant::now(), from, 0);
        while next < self.looked.len() && (next == from || began.elapsed() < slice) {
            let (member, belongs) = self.looked[next];
            if belongs {
                delivered += reach(tx, letters, member, (self.id, self.line), &self.announcement)?;
            }
            next += 1;
        }
        queries::advance(tx, self.id, self.looked[next - 1].0, delivered)?;
        Ok(Some(next))
    }
}

/// Tells one member by the ways that they want; gives how many inboxes it reached, for the count.
fn reach(
    tx: &Tx<'_>,
    letters: &Letters,
    member: MemberId,
    (id, line): (RecordId, NotificationId),
    announcement: &BroadcastInput,
) -> AppResult<i64> {
    let kind = announcement.kind();
    // Somebody may have left since the round was looked up.
    let Some(known) = members::find(tx, member)?.filter(|known| known.status == Status::Active) else { return Ok(0) };
    if !preferences::wants(tx, member, kind, Channel::Inbox)? {
        return Ok(0);
    }
    // Where the line is there already, the letter and the notes are as well.
    if queries::deliver(tx, member, line)? == 0 {
        return Ok(0);
    }
    push::announce(tx, member, id, announcement)?;
    if announcement.by_email
        && preferences::wants(tx, member, kind, Channel::Email)?
        && let Some(message) = letters.write(&known, id, announcement)
    {
        delivery::queue(tx, &message)?;
    }
    Ok(1)
}
