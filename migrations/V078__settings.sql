-- A row is the programme's settings as somebody left them; the newest row is what holds. Until
-- there is one, the built-in values do.
create table programme_settings (
    version         integer not null primary key,
    document        text    not null check (json_valid(document)),
    changed_by      blob    not null check (length(changed_by) = 16),
    changed_by_name text    not null,
    created_at_ms   integer not null
) strict;
create trigger programme_settings_are_never_updated before update on programme_settings
begin select raise(abort, 'the history of settings is append-only'); end;
create trigger programme_settings_are_never_deleted before delete on programme_settings
begin select raise(abort, 'the history of settings is append-only'); end;

-- A row is a message's text in the programme's own words, instead of the built-in one.
create table message_text (
    key           text    not null primary key,
    text          text    not null check (json_valid(text)),
    version       integer not null,
    updated_at_ms integer not null
) strict, without rowid;

-- The one row says that the first steps are done and nobody wants to see their list any more.
create table checklist_dismissal (
    id            integer not null primary key check (id = 1),
    by_name       text    not null,
    created_at_ms integer not null
) strict;
