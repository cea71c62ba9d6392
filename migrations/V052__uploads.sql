-- A row is a picture that staff brought. Its bytes lie in the media folder under its name, which is
-- the hash of what they were re-encoded to.
create table upload (
    id            blob    not null primary key check (length(id) = 16),
    name          text    not null unique,
    width         integer not null check (width > 0),
    height        integer not null check (height > 0),
    bytes         integer not null check (bytes > 0),
    -- What it shows, for those who cannot see it; empty where it only decorates.
    alt           text    not null check (json_valid(alt)),
    created_at_ms integer not null
) strict, without rowid;
