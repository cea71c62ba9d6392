-- A row is a value that a subject has tried, where what counts is how many different ones: wrong
-- passwords from one source, addresses it asked about. Both sides are keyed hashes.
create table distinct_try (
    tried   text    not null check (tried in ('passwords', 'members', 'contacts')),
    subject blob    not null check (length(subject) = 32),
    value   blob    not null check (length(value) = 32),
    at_ms   integer not null,
    primary key (tried, subject, value)
) strict, without rowid;
create index distinct_try_by_age on distinct_try (at_ms);

-- A row is a source that guessed passwords, and until when it must show that a person is there.
create table suspect (
    subject  blob    not null primary key check (length(subject) = 32),
    until_ms integer not null
) strict, without rowid;

-- A row counts wrong reset codes for one phone, a member's or not, and says until when resets by
-- SMS are off for it.
create table recovery_guess (
    phone_key    blob    not null primary key check (length(phone_key) = 32),
    failures     integer not null check (failures > 0),
    since_ms     integer not null,
    off_until_ms integer not null
) strict, without rowid;

-- What went out by SMS within the hour and the day is counted against the programme's budget.
create index outbox_message_sms on outbox_message (created_at_ms) where channel = 'sms';
