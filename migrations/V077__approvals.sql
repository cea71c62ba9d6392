-- A row is a change that needs a second person: what exactly was asked for, by whom, and what
-- became of it.
create table approval (
    id              blob    not null primary key check (length(id) = 16),
    -- Of method, path, key and body: another request is another approval.
    digest          blob    not null check (length(digest) = 32),
    action          text    not null,
    target          text    not null,
    method          text    not null,
    path            text    not null,
    body            text    not null check (json_valid(body)),
    -- How it is carried out without whoever asked; null where they repeat the call themselves.
    deed            text    check (deed is null or json_valid(deed)),
    asked_by        blob    not null references staff (id),
    asked_by_name   text    not null,
    asked_by_role   text    not null,
    asked_from      text    not null,
    -- Approved waits to be repeated, once; done has been carried out.
    status          text    not null check (status in ('pending', 'approved', 'refused', 'done')),
    decided_by      blob    references staff (id),
    decided_by_name text,
    decided_at_ms   integer,
    note            text,
    created_at_ms   integer not null,
    expires_at_ms   integer not null,
    check ((status = 'pending') = (decided_by is null)),
    check (status not in ('approved', 'done') or decided_by <> asked_by)
) strict, without rowid;
create index approval_by_digest on approval (digest, asked_by);
create index approval_by_status on approval (status, id);
