//! Ids: opaque, unguessable, and sorting by creation (UUIDv7, RFC 9562), one type for each kind of thing.

use std::cmp::Ordering;
use std::sync::Mutex;

use uuid::Uuid;

use super::clock::Timestamp;
use super::secret::random_id_bytes;

/// The newest millisecond of an id, and the counter of its last id, which keeps the ids of one millisecond in their
/// order of creation.
static LATEST: Mutex<(u64, u64)> = Mutex::new((0, 0));

/// Bits of the counter. It starts at a random number of one bit less, so it does not overflow.
const COUNTER_BITS: u32 = 42;

/// Builds a UUIDv7: 48 bits of time, the counter, and 32 random bits (RFC 9562, section 6.2, method 1).
fn make(at: Timestamp) -> Uuid {
    let millis = at.as_millis().max(0).unsigned_abs() & ((1 << 48) - 1);
    let random = u128::from_be_bytes(random_id_bytes());
    let start = (random >> 64) as u64 & ((1 << (COUNTER_BITS - 1)) - 1);
    let counter = {
        let mut latest = LATEST.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match millis.cmp(&latest.0) {
            // The counter never goes back, so an id for a time in the past is made without it.
            Ordering::Less => start,
            Ordering::Equal => {
                latest.1 += 1;
                latest.1
            }
            Ordering::Greater => {
                *latest = (millis, start);
                start
            }
        }
    };
    let (version, variant) = (0x7_u128 << 76, 0b10_u128 << 62);
    let (upper, lower) = (u128::from(counter >> 30) << 64, u128::from(counter & ((1 << 30) - 1)) << 32);
    Uuid::from_u128(u128::from(millis) << 80 | version | upper | variant | lower | (random & u128::from(u32::MAX)))
}

/// An id of any type, for code that serves several kinds of records.
pub trait Id: Copy + std::fmt::Display + Send + 'static {
    /// A new id for a thing made at that time.
    fn made_at(at: Timestamp) -> Self;
    /// Reads the 32 lower-case hexadecimal digits of the API; `None` for anything else.
    fn parse(text: &str) -> Option<Self>;
}

macro_rules! id_types {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, utoipa::ToSchema)]
        #[schema(value_type = String, examples("019cde0a5b7070009f1b4c1f0c2f7a31"))]
        pub struct $name(Uuid);

        impl $name {
            /// A new id for a thing made at that time.
            pub fn made_at(at: Timestamp) -> Self {
                Self(make(at))
            }

            /// Reads the 16 bytes of the store.
            pub const fn from_bytes(bytes: [u8; 16]) -> Self {
                Self(Uuid::from_bytes(bytes))
            }

            /// The 16 bytes for the store.
            pub const fn as_bytes(&self) -> &[u8; 16] {
                self.0.as_bytes()
            }

            /// Sorts before every id made at that time and after every earlier one.
            pub fn earliest_at(at: Timestamp) -> Self {
                let millis = at.as_millis().clamp(0, (1 << 48) - 1).to_be_bytes();
                let mut bytes = [0; 16];
                bytes[..6].copy_from_slice(&millis[2..]);
                Self::from_bytes(bytes)
            }

            /// The first id after this one.
            pub fn next(self) -> Self {
                Self::from_bytes(u128::from_be_bytes(*self.as_bytes()).saturating_add(1).to_be_bytes())
            }

            /// Reads the 32 lower-case hexadecimal digits of the API; `None` for anything else.
            pub fn parse(text: &str) -> Option<Self> {
                let exact = text.len() == 32
                    && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
                if exact { Uuid::parse_str(text).ok().map(Self) } else { None }
            }
        }

        impl Id for $name {
            fn made_at(at: Timestamp) -> Self {
                Self::made_at(at)
            }

            fn parse(text: &str) -> Option<Self> {
                Self::parse(text)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(out, "{}", self.0.simple())
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(out, "{}({self})", stringify!($name))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                out.serialize_str(self.0.simple().encode_lower(&mut Uuid::encode_buffer()))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
                let text = String::deserialize(input)?;
                Self::parse(&text).ok_or_else(|| serde::de::Error::custom("not an id"))
            }
        }
    )*

        /// Calls the given macro with the name of every id type, so that the store can implement the SQLite
        /// conversions in one place.
        macro_rules! for_each_id_type {
            ($do:ident) => { $($do!($crate::base::id::$name);)* };
        }
        pub(crate) use for_each_id_type;
    };
}

id_types! {
    /// A person with an account and a points balance.
    MemberId;
    /// A staff member of the programme or of a partner's counter.
    StaffId;
    /// A business where points are earned or spent.
    PartnerId;
    /// A news or activity article.
    ArticleId;
    /// Something that members buy with points.
    ItemId;
    /// One purchase of an item by a member.
    RedemptionId;
    /// A set of QR codes that give points when scanned.
    CampaignId;
    /// A rule by which purchases earn more points.
    EarningRuleId;
    /// A stamp card or a challenge.
    GoalId;
    /// A saved group of members.
    SegmentId;
    /// One balanced movement of points.
    TransactionId;
    /// An alarm about possible abuse.
    AlarmId;
    /// A member's claim about a purchase that gave no points.
    ClaimId;
    /// An entry in a member's inbox.
    NotificationId;
    /// An outgoing message by e-mail, SMS or push.
    MessageId;
    /// A session, open or ended.
    SessionId;
    /// One sign-up attempt.
    RegistrationId;
    /// An audit entry.
    AuditId;
    /// An API key of a partner or a script.
    ApiKeyId;
    /// A key by which a till makes earn links.
    EarnLinkKeyId;
    /// An earn link that a counter shows to a customer.
    CounterLinkId;
    /// An item, an article or bonus hours that a partner proposes.
    ProposalId;
    /// A change that needs the approval of a second person.
    ApprovalId;
    /// A choice that saves CO2e, with the figure for one unit of it.
    CarbonFactorId;
    /// A member's passkey.
    PasskeyId;
    /// A place where a partner serves customers.
    OutletId;
    /// A device at an outlet.
    TillId;
    /// A person who signs in at a partner's tills with a PIN.
    CashierId;
    /// A webhook endpoint.
    EndpointId;
    /// A webhook event.
    EventId;
    /// A stored image, or any other record without a type of its own.
    RecordId;
}

#[cfg(test)]
mod tests {
    use super::{MemberId, Timestamp};

    #[test]
    fn ids_sort_by_creation_within_and_across_milliseconds() {
        let moments = [1_000, 1_000, 1_000, 1_001, 1_002].map(Timestamp::from_millis);
        let ids = moments.map(|at| MemberId::made_at(at).to_string());
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "{ids:?}");
    }

    #[test]
    fn an_id_is_a_uuid_of_version_7_with_its_time() {
        for millis in [0, 5, 997] {
            let id = uuid::Uuid::from_bytes(*MemberId::made_at(Timestamp::from_millis(millis)).as_bytes());
            assert_eq!((id.get_version_num(), id.get_variant()), (7, uuid::Variant::RFC4122));
            assert_eq!(u64::from_be_bytes(id.as_bytes()[..8].try_into().expect("eight bytes")) >> 16, millis as u64);
        }
    }

    #[test]
    fn ids_for_one_past_time_differ() {
        MemberId::made_at(Timestamp::from_millis(999));
        let past = Timestamp::from_millis(998);
        assert_ne!(MemberId::made_at(past), MemberId::made_at(past));
    }

    #[test]
    fn only_the_exact_form_is_an_id() {
        let id = MemberId::made_at(Timestamp::from_millis(5));
        assert_eq!(MemberId::parse(&id.to_string()), Some(id));
        assert_eq!(MemberId::parse(&id.to_string().to_uppercase().replace(['0', '1'], "A")), None);
        assert_eq!(MemberId::parse("' or 1=1 --"), None);
    }
}
