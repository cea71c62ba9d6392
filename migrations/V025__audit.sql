-- A row is something that staff did: who, what, when, from where, and how it was before and
-- after. Rows are only ever appended, and each is sealed together with the one before it.
create table audit_entry (
    seq           integer not null primary key,
    id            blob    not null unique check (length(id) = 16),
    actor         blob    not null check (length(actor) = 16),
    actor_name    text    not null,
    actor_role    text    not null,
    address       text    not null,
    action        text    not null,
    target        text    not null,
    before        text    check (before is null or json_valid(before)),
    after         text    check (after is null or json_valid(after)),
    created_at_ms integer not null,
    mac           blob    not null check (length(mac) = 32)
) strict;

create trigger audit_entry_is_never_updated before update on audit_entry
begin select raise(abort, 'the audit trail is append-only'); end;
create trigger audit_entry_is_never_deleted before delete on audit_entry
begin select raise(abort, 'the audit trail is append-only'); end;
