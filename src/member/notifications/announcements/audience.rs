//! Counts the members whom an announcement would reach, by the same rules as its delivery.

use serde::{Deserialize, Serialize};

use super::Segment;
use super::queries::{self, Reachable};
use crate::base::id::MemberId;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::core::preferences::MessageKind;
use crate::platform::store::Store;

/// Number of members read per step, so that no reader is held for long.
const STEP: i64 = 5_000;

/// The recipients of an announcement, and its channels.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AudienceRequest)]
pub struct AudienceInput {
    /// The recipients.
    #[serde(default)]
    pub segment: Segment,
    /// True if the announcement advertises offers, which only members who consented receive.
    #[serde(default)]
    pub marketing: bool,
    /// True if the announcement is also sent by e-mail.
    #[serde(default)]
    pub by_email: bool,
}

impl AudienceInput {
    fn kind(&self) -> MessageKind {
        if self.marketing { MessageKind::Marketing } else { MessageKind::News }
    }
}

/// The number of recipients of an announcement, for each channel, if the programme sent the announcement now.
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema)]
#[schema(as = Audience)]
pub struct AudienceCount {
    /// Active members who meet the conditions.
    pub members: i64,
    /// Those who get it in their inbox. It is less than `members` where an offer needs consent.
    pub inbox: i64,
    /// Those who also get an e-mail.
    pub email: i64,
    /// Those who also get a push message on at least one device.
    pub push: i64,
    /// Those who get it in their inbox, by the language in which they read; languages without members are left out.
    pub languages: Vec<AudienceLanguage>,
}

/// Members who read in one language.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
pub struct AudienceLanguage {
    pub language: Language,
    pub members: i64,
}

impl AudienceCount {
    fn add(&mut self, member: &Reachable, by_email: bool) {
        self.members += 1;
        if !member.inbox {
            return;
        }
        self.inbox += 1;
        self.email += i64::from(by_email && member.email);
        self.push += i64::from(member.push);
        match self.languages.iter_mut().find(|one| one.language == member.language) {
            Some(found) => found.members += 1,
            None => self.languages.push(AudienceLanguage { language: member.language, members: 1 }),
        }
    }
}

/// Counts the members whom an announcement would reach now.
pub async fn audience(store: &Store, wanted: AudienceInput) -> AppResult<AudienceCount> {
    let (mut sum, mut reached) = (AudienceCount::default(), MemberId::from_bytes([0; 16]));
    loop {
        let (looked, reachable) = store
            .read_at_length(move |read| {
                let looked = queries::members_after(read, reached, &wanted.segment, STEP)?;
                let last = looked.last().map_or(reached, |(id, _)| *id);
                Ok((looked, queries::reachable(read, (reached, last), wanted.kind())?))
            })
            .await?;
        let Some((last, _)) = looked.last() else { break };
        reached = *last;
        // Both lists are in the order of ids, and a member of the first is in the second unless it left meanwhile.
        let mut known = reachable.iter().peekable();
        for (id, _) in looked.iter().filter(|(_, belongs)| *belongs) {
            while known.next_if(|one| one.id < *id).is_some() {}
            if let Some(member) = known.next_if(|one| one.id == *id) {
                sum.add(member, wanted.by_email);
            }
        }
    }
    sum.languages.sort_by_key(|one| std::cmp::Reverse(one.members));
    Ok(sum)
}
