-- A row is a cashier's passkey on the device of one till: its lock stands in for the PIN there, and
-- nowhere else. It goes with the PIN that it was made under, with the cashier, and with the device.
create table cashier_passkey (
    id              blob    not null primary key check (length(id) = 16),
    cashier_id      blob    not null references cashier (id),
    till_id         blob    not null references till (id),
    credential_id   blob    not null unique check (length(credential_id) between 1 and 1023),
    public_key      blob    not null check (length(public_key) = 64),
    counter         integer not null check (counter >= 0),
    backup_eligible integer not null check (backup_eligible in (0, 1)),
    backed_up       integer not null check (backed_up in (0, 1)),
    created_at_ms   integer not null,
    last_used_at_ms integer
) strict, without rowid;
create unique index cashier_passkey_at_till on cashier_passkey (till_id, cashier_id);
create index cashier_passkey_of_cashier on cashier_passkey (cashier_id);

-- A row is a challenge that has been handed out to a till's device and not come back: for that
-- cashier to register a passkey, or to sign in by one.
create table cashier_passkey_challenge (
    challenge     blob    not null primary key check (length(challenge) = 32),
    till_id       blob    not null references till (id),
    cashier_id    blob    not null references cashier (id),
    registers     integer not null check (registers in (0, 1)),
    expires_at_ms integer not null
) strict, without rowid;
create index cashier_passkey_challenge_by_end on cashier_passkey_challenge (expires_at_ms);
