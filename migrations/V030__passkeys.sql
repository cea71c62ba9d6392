-- A row is a member's passkey: the public half of a key that never leaves their device.
create table passkey (
    id              blob    not null primary key check (length(id) = 16),
    member_id       blob    not null references member (id),
    -- As the device named it; one device answers for one member.
    credential_id   blob    not null unique check (length(credential_id) between 1 and 1023),
    -- The point on P-256: x and y, 32 bytes each.
    public_key      blob    not null check (length(public_key) = 64),
    -- How often the device says it has signed; 0 for ever where it does not count.
    counter         integer not null check (counter >= 0),
    -- Whether the device may copy the key to others, and whether it has.
    backup_eligible integer not null check (backup_eligible in (0, 1)),
    backed_up       integer not null check (backed_up in (0, 1)),
    name            text    not null,
    created_at_ms   integer not null,
    last_used_at_ms integer
) strict, without rowid;
create index passkey_of_member on passkey (member_id, id);

-- A row is a challenge that has been handed out and not come back: to register a passkey, for one
-- member, or to sign in, for anybody.
create table passkey_challenge (
    challenge     blob    not null primary key check (length(challenge) = 32),
    member_id     blob    references member (id),
    expires_at_ms integer not null
) strict, without rowid;
create index passkey_challenge_by_end on passkey_challenge (expires_at_ms);
