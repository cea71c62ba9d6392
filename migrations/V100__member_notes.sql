-- A row is what somebody of the staff noted about a member, for colleagues to read. It goes when the
-- member leaves. Who wrote it may be gone by then, so their name stands here as it was.
create table member_note (
    id            blob    not null primary key check (length(id) = 16),
    member_id     blob    not null references member (id),
    text          text    not null check (length(text) between 1 and 1000),
    author        blob    not null check (length(author) = 16),
    author_name   text    not null,
    created_at_ms integer not null
) strict, without rowid;
create index member_note_of_member on member_note (member_id, id);
