-- A row is a news or activity article. The counts are derived from the two tables below.
create table article (
    id            blob    not null primary key check (length(id) = 16),
    type          text    not null check (type in ('news', 'activities')),
    title         text    not null check (json_valid(title)),
    cover_img     text    not null check (json_valid(cover_img)),
    -- HTML that has been through the cleaner.
    content       text    not null check (json_valid(content)),
    active        integer not null check (active in (0, 1)),
    likes         integer not null default 0 check (likes >= 0),
    reads         integer not null default 0 check (reads >= 0),
    version       integer not null default 1,
    created_at_ms integer not null,
    updated_at_ms integer not null,
    deleted_at_ms integer
) strict;
create index article_by_type on article (type, id) where deleted_at_ms is null;

-- A row is a member who likes an article.
create table article_like (
    member_id     blob    not null references member (id),
    article_id    blob    not null references article (id),
    created_at_ms integer not null,
    primary key (member_id, article_id)
) strict, without rowid;

-- A row is a member who has opened an article, whatever number of times.
create table article_read (
    member_id     blob    not null references member (id),
    article_id    blob    not null references article (id),
    created_at_ms integer not null,
    primary key (member_id, article_id)
) strict, without rowid;
