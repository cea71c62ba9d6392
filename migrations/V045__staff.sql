-- A row is the one live link of somebody on the staff: to accept an invitation, or to choose
-- another password. It goes when it is used.
create table staff_link (
    staff_id      blob    not null primary key references staff (id),
    purpose       text    not null check (purpose in ('invitation', 'reset')),
    token_hash    blob    not null unique check (length(token_hash) = 32),
    expires_at_ms integer not null
) strict, without rowid;

-- A row says where a staff session began; it goes with the session.
create table staff_session_origin (
    session_id blob not null primary key references session (id) on delete cascade,
    address    text not null,
    agent      text not null
) strict, without rowid;
