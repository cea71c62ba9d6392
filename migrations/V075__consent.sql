-- A row is a member's wish that differs from what everybody gets, by kind of message and way to them.
create table message_preference (
    member_id     blob    not null references member (id),
    kind          text    not null check (kind in ('points', 'rewards', 'news', 'marketing')),
    channel       text    not null check (channel in ('email', 'push')),
    wanted        integer not null check (wanted in (0, 1)),
    changed_at_ms integer not null,
    primary key (member_id, kind, channel)
) strict, without rowid;

-- A row is the proof that a member agreed to be told of offers: when, to which text, and until when.
create table marketing_consent (
    member_id       blob    not null references member (id),
    given_at_ms     integer not null,
    -- The version of the text, and the language in which it was on screen.
    text_version    text    not null,
    language        text    not null check (language in ('en', 'zh', 'zhhk')),
    withdrawn_at_ms integer check (withdrawn_at_ms >= given_at_ms),
    -- By what: the settings screen, or the link in a message.
    withdrawn_by    text    check (withdrawn_by in ('settings', 'link')),
    primary key (member_id, given_at_ms),
    check ((withdrawn_at_ms is null) = (withdrawn_by is null))
) strict, without rowid;
-- One at a time.
create unique index marketing_consent_in_force on marketing_consent (member_id) where withdrawn_at_ms is null;

-- Whether an announcement praises offers, which only those hear who agreed to it, and whether it goes
-- to e-mail addresses as well as to inboxes.
alter table broadcast add column marketing integer not null default 0 check (marketing in (0, 1));
alter table broadcast add column by_email integer not null default 0 check (by_email in (0, 1));
