-- A row is the last good copy of the programme's own text of a kind in one language.
create table text_copy (
    kind          text    not null check (kind in ('privacy', 'terms')),
    language      text    not null check (language in ('en', 'zh', 'zhhk')),
    -- The address that it came from: a copy of another one is shown no more.
    url           text    not null,
    text          text    not null check (length(text) > 0),
    fetched_at_ms integer not null,
    primary key (kind, language)
) strict, without rowid;

insert into text_copy (kind, language, url, text, fetched_at_ms)
select 'privacy', language, url, text, fetched_at_ms from privacy_copy;

drop table privacy_copy;
