-- A row is a first step that this programme does without.
create table checklist_aside (
    step          text    not null primary key check (step in ('email', 'sms')),
    by_name       text    not null,
    created_at_ms integer not null
) strict, without rowid;
