-- A row is the last good copy of the programme's own privacy policy in one language.
create table privacy_copy (
    language      text    not null primary key check (language in ('en', 'zh', 'zhhk')),
    -- The address that it came from: a copy of another one is shown no more.
    url           text    not null,
    text          text    not null check (length(text) > 0),
    fetched_at_ms integer not null
) strict, without rowid;
