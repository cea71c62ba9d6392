-- A row is a key pair that signs statements (Ed25519). The newest row signs. The row of an earlier key stays, so that
-- the statements which it signed can be checked.
create table statement_key (
    -- The first eight bytes of the SHA-256 of the public key, in hexadecimal.
    id            text    not null primary key check (length(id) = 16),
    public_key    blob    not null unique check (length(public_key) = 32),
    -- The private key, encrypted under the master key and bound to the id.
    sealed        blob    not null,
    created_at_ms integer not null
) strict, without rowid;

-- A row is the end of the ledger's chain as it was published on a day, in the log and by e-mail.
create table ledger_anchor (
    -- The Hong Kong day, counted from 1970-01-01.
    day           integer not null primary key,
    seq           integer not null,
    hash          blob    not null check (length(hash) = 32),
    created_at_ms integer not null
) strict;
