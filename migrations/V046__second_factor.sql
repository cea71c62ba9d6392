-- A row is the shared secret of somebody's authenticator app, sealed and bound to its row. It
-- counts from the first code that was typed right.
create table staff_totp (
    staff_id        blob    not null primary key references staff (id),
    sealed          blob    not null,
    confirmed_at_ms integer,
    -- The newest step whose code was taken: none is taken twice.
    last_step       integer not null default 0
) strict, without rowid;

-- A row is a code that stands in for a lost second factor, once.
create table staff_recovery_code (
    staff_id  blob not null references staff (id),
    code_hash blob not null check (length(code_hash) = 32),
    primary key (staff_id, code_hash)
) strict, without rowid;

-- A row is a passkey of somebody on the staff: see passkey.
create table staff_passkey (
    id              blob    not null primary key check (length(id) = 16),
    staff_id        blob    not null references staff (id),
    credential_id   blob    not null unique check (length(credential_id) between 1 and 1023),
    public_key      blob    not null check (length(public_key) = 64),
    counter         integer not null check (counter >= 0),
    backup_eligible integer not null check (backup_eligible in (0, 1)),
    backed_up       integer not null check (backed_up in (0, 1)),
    name            text    not null,
    created_at_ms   integer not null,
    last_used_at_ms integer
) strict, without rowid;
create index staff_passkey_of_staff on staff_passkey (staff_id, id);

-- A row is a challenge that has been handed out and not come back: to register a passkey, for one
-- person, or to sign in, for anybody on the staff.
create table staff_passkey_challenge (
    challenge     blob    not null primary key check (length(challenge) = 32),
    staff_id      blob    references staff (id),
    expires_at_ms integer not null
) strict, without rowid;
create index staff_passkey_challenge_by_end on staff_passkey_challenge (expires_at_ms);
