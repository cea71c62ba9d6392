-- A row is a change that needs a second person: what exactly was asked for, by whom, and how it ended.
create table approval (
    id              blob    not null primary key check (length(id) = 16),
    -- The digest of method, path, key and body: another request needs another approval.
    digest          blob    not null check (length(digest) = 32),
    action          text    not null,
    target          text    not null,
    method          text    not null,
    path            text    not null,
    body            text    not null check (json_valid(body)),
    -- The change as JSON, which the server makes itself after the approval; null if the requester sends the request again.
    pending_action  text    check (pending_action is null or json_valid(pending_action)),
    asked_by        blob    not null references staff (id),
    asked_by_name   text    not null,
    asked_by_role   text    not null,
    asked_from      text    not null,
    -- 'approved' waits for the requester to repeat the call once; 'done' was carried out.
    status          text    not null check (status in ('pending', 'approved', 'refused', 'done')),
    decided_by      blob    references staff (id),
    decided_by_name text,
    decided_at_ms   integer,
    note            text,
    created_at_ms   integer not null,
    expires_at_ms   integer not null,
    -- The key of the stored answer that the requester gets for the idempotency key of the call; null for a call
    -- without a key.
    answer_key      blob    check (answer_key is null or length(answer_key) = 16),
    check ((status = 'pending') = (decided_by is null)),
    check (status not in ('approved', 'done') or decided_by <> asked_by)
) strict, without rowid;
create index approval_by_digest on approval (digest, asked_by);
create index approval_by_status on approval (status, id);

-- A row is a number of points that one member of staff gave, took or released without a second person while the
-- settings ask for two people. The rows of the last 24 hours are added up, so that many small changes count like a
-- large one.
create table points_alone (
    id            blob    not null primary key check (length(id) = 16),
    staff_id      blob    not null check (length(staff_id) = 16),
    -- The member who got or lost the points; null for points of a campaign.
    member_id     blob    check (length(member_id) = 16),
    points        integer not null check (points >= 1),
    created_at_ms integer not null
) strict, without rowid;
create index points_alone_by_staff on points_alone (staff_id, created_at_ms);
create index points_alone_by_member on points_alone (member_id, created_at_ms) where member_id is not null;
create index points_alone_by_time on points_alone (created_at_ms);

-- A row is a picture that staff uploaded. The file lies in the media folder. Its name is the hash of the re-encoded
-- bytes.
create table upload (
    id            blob    not null primary key check (length(id) = 16),
    name          text    not null unique,
    width         integer not null check (width > 0),
    height        integer not null check (height > 0),
    bytes         integer not null check (bytes > 0),
    -- The text for people who cannot see it; empty if it only decorates.
    alt           text    not null check (json_valid(alt)),
    created_at_ms integer not null,
    version       integer not null default 1 check (version > 0),
    -- The text in all languages, in which lists search.
    words         text    generated always as
        (json_extract(alt, '$.en') || ' ' || coalesce(json_extract(alt, '$.zh'), '') || ' '
            || coalesce(json_extract(alt, '$.zhhk'), '')) virtual
) strict, without rowid;

-- A row is a proposal: a manager of a partner proposes an item, an article or bonus hours, and staff of the programme
-- answer. What is accepted becomes a draft of the programme (became_id).
create table proposal (
    id              blob    not null primary key check (length(id) = 16),
    partner_id      blob    not null references partner (id),
    -- The manager who began it. The name stays when the manager leaves.
    author_id       blob    not null check (length(author_id) = 16),
    author_name     text    not null,
    -- The language in which the manager is told of the answer.
    language        text    not null check (language in ('en', 'zh', 'zhhk')),
    kind            text    not null check (kind in ('item', 'article', 'bonus')),
    body            text    not null check (json_valid(body)),
    state           text    not null check (state in ('draft', 'sent', 'changes_asked', 'accepted', 'refused')),
    -- The changes that staff ask for, or the reason of the refusal.
    note            text,
    decided_by_name text,
    decided_at_ms   integer,
    -- The time at which it was last sent.
    sent_at_ms      integer,
    -- The id of the item, article or earning rule that it became.
    became_id       blob    check (length(became_id) = 16),
    -- The time at which the author was told that members see what it became.
    live_told_at_ms integer,
    created_at_ms   integer not null,
    updated_at_ms   integer not null,
    version         integer not null default 1 check (version > 0),
    check ((state = 'accepted') = (became_id is not null)),
    check (state not in ('changes_asked', 'refused') or note is not null),
    check (state <> 'sent' or sent_at_ms is not null)
) strict, without rowid;
create index proposal_of_partner on proposal (partner_id, state);
create index proposal_waiting on proposal (sent_at_ms) where state = 'sent';
create index proposal_not_live on proposal (id) where state = 'accepted' and live_told_at_ms is null;

-- A row is a credit batch: credits that staff uploaded as one named file, and that are given and undone together.
create table credit_batch (
    id            blob    not null primary key check (length(id) = 16),
    name          text    not null,
    rows          integer not null check (rows > 0),
    points        integer not null,
    -- The member of staff who gave it: awards by rows of purchases are this person's.
    actor_id      blob    not null check (length(actor_id) = 16),
    actor_name    text    not null,
    created_at_ms integer not null,
    undone_at_ms  integer
) strict, without rowid;

-- A row is one credit of a batch. It is open from the moment when its batch is accepted until its points are posted
-- (transaction_id), or until that is impossible (refused: the member has left, or the balance would grow beyond what
-- clients can hold). taken_back says how many points came back when the batch was undone; the rest was spent. A row with
-- a partner is a purchase: its points are what it would have earned when the batch was accepted, and then what it earned.
create table credit_batch_row (
    batch_id       blob    not null references credit_batch (id),
    line           integer not null,
    member_id      blob    not null references member (id),
    points         integer not null check (points > 0),
    reason         text    not null,
    transaction_id blob    unique,
    refused        text    check (refused in ('member_left', 'balance_limit', 'partner_inactive', 'amount_too_small',
                                              'receipt_already_used')),
    taken_back     integer,
    partner_id     blob    references partner (id),
    amount_cents   integer check (amount_cents > 0),
    -- The Hong Kong day of the purchase; without it the rules of the moment of posting hold.
    bought_on      integer,
    -- The moment of the purchase; null where the file has no time, and then the rules of noon of the day hold.
    bought_at_ms   integer,
    outlet_id      blob    references outlet (id),
    receipt        text,
    enjoy_card     integer not null default 0 check (enjoy_card in (0, 1)),
    primary key (batch_id, line),
    check ((partner_id is null) = (amount_cents is null)),
    check (transaction_id is null or refused is null)
) strict, without rowid;
-- The rows whose points are not posted yet. The index is small, because a batch is posted soon after it was accepted.
create index credit_batch_row_open on credit_batch_row (batch_id, line)
    where transaction_id is null and refused is null;

-- A row is what one kind of transaction moved in one Hong Kong day at one partner (sixteen zero bytes without a
-- partner). It is derived from the journal up to ledger_day_mark, so that a report over years reads thousands of rows
-- in place of millions; later transactions are added when a report is read.
create table ledger_day (
    day          integer not null,
    partner_id   blob    not null check (length(partner_id) = 16),
    kind         text    not null,
    transactions integer not null,
    issued       integer not null,
    redeemed     integer not null,
    expired      integer not null,
    held         integer not null,
    transferred  integer not null,
    primary key (day, partner_id, kind)
) strict, without rowid;
create index ledger_day_of_partner on ledger_day (partner_id, day);

-- A row is one Hong Kong day of ledger_day, summed over all partners and kinds.
create table ledger_day_all (
    day          integer not null primary key,
    transactions integer not null,
    issued       integer not null,
    redeemed     integer not null,
    expired      integer not null,
    held         integer not null,
    transferred  integer not null,
    -- Points that began to wait on the day, minus those that were released or taken back.
    pending      integer not null default 0
) strict, without rowid;

-- A row is a span of 32 days of ledger_day at one partner (span = day / 32), summed over all kinds, for reports over
-- years.
create table ledger_span (
    span         integer not null,
    partner_id   blob    not null check (length(partner_id) = 16),
    transactions integer not null,
    issued       integer not null,
    redeemed     integer not null,
    expired      integer not null,
    held         integer not null,
    transferred  integer not null,
    primary key (span, partner_id)
) strict, without rowid;

-- A row is the accounts of members that earned, spent or sent points in one Hong Kong day: a bit for each account by its
-- id, the lowest bit of the first byte for account 0. Reports count the members who were active in any days. For a
-- million members a year takes 45 MB as bits, but millions of rows if each active member had a row a day. The table is
-- derived from the journal like ledger_day.
create table active_day (
    day      integer not null primary key,
    accounts blob    not null
) strict;

-- The one row has the sequence number of the last transaction that is in ledger_day, ledger_day_all, ledger_span and
-- active_day.
create table ledger_day_mark (
    one integer not null primary key check (one = 1),
    seq integer not null
) strict;
insert into ledger_day_mark (one, seq) values (1, 0);

-- A row is one version of what a partner pays and gets for a point, from a day on. Rows are only appended. On each day that
-- row counts which has the highest version among the rows whose first day is that day or earlier.
create table partner_terms (
    partner_id      blob    not null references partner (id),
    version         integer not null check (version > 0),
    -- The first Hong Kong day, counted from 1970-01-01.
    from_day        integer not null,
    -- In ten-thousandths of HK$: what the partner pays for a point that is issued there, what it gets for a point that is
    -- redeemed there (null for the value of a point on that day), and the fee for a point that is issued there.
    issued_rate     integer not null check (issued_rate >= 0),
    redeemed_rate   integer check (redeemed_rate is null or redeemed_rate >= 0),
    fee_rate        integer not null check (fee_rate >= 0),
    changed_by_name text    not null,
    created_at_ms   integer not null,
    primary key (partner_id, version)
) strict, without rowid;

-- A row is a Hong Kong month (year * 12 + month, January is 0) for which the bills were made. Its bills never change.
create table closed_month (
    month          integer not null primary key,
    -- The sequence number of the last ledger transaction of the month; 0 if the ledger has none until then.
    ledger_seq     integer not null,
    closed_by_name text    not null,
    closed_at_ms   integer not null
) strict;
create trigger closed_month_is_never_updated before update on closed_month
begin select raise(abort, 'a closed month is final'); end;
create trigger closed_month_is_never_deleted before delete on closed_month
begin select raise(abort, 'a closed month is final'); end;

-- A row is the bill of one partner for one closed month. Bills are numbered in the order in which they were made.
create table partner_bill (
    month      integer not null references closed_month (month),
    partner_id blob    not null references partner (id),
    number     integer not null unique,
    -- The partner's name when the bill was made.
    name       text    not null check (json_valid(name)),
    primary key (month, partner_id)
) strict, without rowid;
create index partner_bill_of_partner on partner_bill (partner_id, month);
create trigger partner_bill_is_never_updated before update on partner_bill
begin select raise(abort, 'a bill is final'); end;
create trigger partner_bill_is_never_deleted before delete on partner_bill
begin select raise(abort, 'a bill is final'); end;

-- A row is one line of a bill.
create table partner_bill_line (
    month      integer not null,
    partner_id blob    not null,
    place      integer not null,
    kind       text    not null check (kind in ('issued', 'redeemed', 'fee')),
    -- The month to which the points belong: an earlier one for a correction.
    of_month   integer not null,
    points     integer not null,
    -- The rate in ten-thousandths of HK$ for a point, and the amount in cents that the partner owes. A negative amount is
    -- owed to the partner.
    rate       integer not null,
    cents      integer not null,
    primary key (month, partner_id, place),
    foreign key (month, partner_id) references partner_bill (month, partner_id)
) strict, without rowid;
create trigger partner_bill_line_is_never_updated before update on partner_bill_line
begin select raise(abort, 'a bill is final'); end;
create trigger partner_bill_line_is_never_deleted before delete on partner_bill_line
begin select raise(abort, 'a bill is final'); end;

-- A row is a breakage rate, valid from a month on: the share of issued points that the operator expects to stay unredeemed,
-- in hundredths of a per cent. Rows are only appended. For each month that row counts which has the highest version among
-- the rows whose first month is that month or earlier.
create table breakage_assumption (
    version         integer not null primary key check (version > 0),
    from_month      integer not null,
    basis_points    integer not null check (basis_points between 0 and 9000),
    reason          text    not null,
    changed_by_name text    not null,
    created_at_ms   integer not null
) strict;

-- The one row says that the first steps are done and that the list of them is hidden.
create table checklist_dismissal (
    id            integer not null primary key check (id = 1),
    by_name       text    not null,
    created_at_ms integer not null
) strict;

-- A row is a first step that staff set aside, because the programme does not need it.
create table checklist_aside (
    step          text    not null primary key check (step in ('email', 'sms', 'outlet', 'cashier', 'till')),
    by_name       text    not null,
    created_at_ms integer not null
) strict, without rowid;
