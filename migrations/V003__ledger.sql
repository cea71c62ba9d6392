-- A row is a place where points land: one for each member, and one for each system purpose.
-- The balance is derived from the postings and kept here so that a check can stop an overdraft.
create table account (
    id        integer not null primary key,
    kind      text    not null check (kind in ('member', 'issuance', 'redemption', 'escrow', 'expiry')),
    member_id blob    unique references member (id),
    balance   integer not null default 0,
    check ((kind = 'member') = (member_id is not null)),
    check (kind = 'issuance' or balance >= 0),
    check (balance between -9007199254740991 and 9007199254740991)
) strict;
insert into account (id, kind) values (1, 'issuance'), (2, 'redemption'), (3, 'escrow'), (4, 'expiry');

-- A row is one balanced movement of points. Rows are only ever appended; each carries the hash
-- of the one before it, so that a change to the past shows.
create table ledger_transaction (
    seq           integer not null primary key,
    id            blob    not null unique check (length(id) = 16),
    kind          text    not null,
    created_at_ms integer not null,
    -- Its lines as "account:points account:points": the journal stands by itself, and the postings
    -- are the same lines laid out by account.
    lines         text    not null,
    -- When the points that it issues lapse; never where it is null.
    expires_at_ms integer,
    -- What the movement was for, as JSON: the snapshot that histories show, a reason, a partner.
    details       text,
    -- The transaction that this one undoes; each can be undone once.
    reverses_seq  integer references ledger_transaction (seq),
    hash          blob    not null check (length(hash) = 32)
) strict;
-- Of the few that undo another, not of all: every index is one more page that a transfer writes.
create unique index ledger_transaction_reverses on ledger_transaction (reverses_seq) where reverses_seq is not null;

-- A row is one signed line of a transaction. Clustered by account, with all that a history shows,
-- so that a member's last lines are neighbours on the disk.
create table posting (
    account_id    integer not null references account (id),
    seq           integer not null references ledger_transaction (seq),
    points        integer not null check (points <> 0),
    balance_after integer not null,
    kind          text    not null,
    created_at_ms integer not null,
    -- The other side as this account's owner knows it; may be emptied when a person is erased.
    memo          text,
    primary key (account_id, seq)
) strict, without rowid;

-- A row is points that came in together: what is left of them, and when they lapse. Spending
-- takes the earliest to lapse first, then the oldest. Members and escrow hold lots.
create table lot (
    account_id    integer not null references account (id),
    seq           integer not null references ledger_transaction (seq),
    expires_at_ms integer not null,
    earned_at_ms  integer not null,
    points        integer not null check (points > 0),
    remaining     integer not null check (remaining between 0 and points),
    -- Kept apart so that taking some of a lot leaves the index of open lots alone.
    spent         integer not null default 0 check (spent = (remaining = 0)),
    primary key (account_id, seq, expires_at_ms, earned_at_ms)
) strict, without rowid;
create index lot_open on lot (account_id, expires_at_ms, earned_at_ms, seq) where spent = 0;

-- A row is points moved to escrow while an exchange is processed. It ends once.
create table hold (
    seq           integer not null primary key references ledger_transaction (seq),
    account_id    integer not null references account (id),
    points        integer not null check (points > 0),
    status        text    not null default 'open' check (status in ('open', 'confirmed', 'returned')),
    ended_by_seq  integer unique references ledger_transaction (seq),
    check ((status = 'open') = (ended_by_seq is null))
) strict;

create trigger ledger_transaction_is_never_updated before update on ledger_transaction
begin select raise(abort, 'the ledger is append-only'); end;
create trigger ledger_transaction_is_never_deleted before delete on ledger_transaction
begin select raise(abort, 'the ledger is append-only'); end;
create trigger posting_is_never_deleted before delete on posting
begin select raise(abort, 'the ledger is append-only'); end;
create trigger posting_is_never_updated before update on posting
when new.memo is not null or new.account_id <> old.account_id or new.seq <> old.seq or new.points <> old.points
    or new.balance_after <> old.balance_after or new.kind <> old.kind or new.created_at_ms <> old.created_at_ms
begin select raise(abort, 'the ledger is append-only'); end;
create trigger lot_is_never_deleted before delete on lot
begin select raise(abort, 'the ledger is append-only'); end;
create trigger hold_is_never_deleted before delete on hold
begin select raise(abort, 'the ledger is append-only'); end;

-- A row is the answer to a request that carried an idempotency key, repeated to whoever sends the
-- same request again. Bucketed by day, so that keys of one time lie together and old buckets go.
create table idempotency_answer (
    day         integer not null,
    key         blob    not null check (length(key) = 16),
    fingerprint blob    not null check (length(fingerprint) = 16),
    status      integer not null,
    body        text    not null,
    primary key (day, key)
) strict, without rowid;
