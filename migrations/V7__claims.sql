-- A row is a claim: a member says that a purchase gave no points, and staff answer. Only one award answers a claim; when
-- it is reversed, the claim waits again.
create table claim (
    id               blob    not null primary key check (length(id) = 16),
    -- The number that people say, counted from 1.
    number           integer not null unique check (number > 0),
    member_id        blob    not null references member (id),
    partner_id       blob    not null references partner (id),
    -- The Hong Kong day of the purchase.
    day              integer not null,
    amount_cents     integer not null check (amount_cents > 0),
    receipt          text,
    -- Compared as in counter_event: without differences of case, width and invisible characters.
    receipt_key      text,
    -- The member's own words.
    note             text    not null,
    status           text    not null check (status in ('waiting', 'asked', 'approved', 'refused', 'withdrawn')),
    -- The staff member who made the claim in the member's name; null if the member made it.
    filed_by_name    text,
    created_at_ms    integer not null,
    -- The time at which staff last had to begin: the creation, the member's second request or answer, or the award's
    -- reversal.
    waiting_since_ms integer not null,
    -- A member may ask again once.
    asked_again_ms   integer,
    decided_at_ms    integer,
    decided_by_name  text,
    -- Why it was refused, and a sentence of staff to the member. Both stay while the member asks again.
    reason           text    check (reason in ('already_given', 'not_found', 'other_details', 'unreadable', 'not_eligible', 'other')),
    reply            text    not null default '',
    transaction_id   blob    unique references ledger_transaction (id),
    -- The one question of staff to the member, and the member's answer. While the status is 'asked', the member has to
    -- answer.
    question         text    check (question in ('photo', 'receipt_number', 'other')),
    question_words   text    not null default '',
    question_at_ms   integer,
    question_by_name text,
    answer           text    not null default '',
    answer_at_ms     integer,
    check ((question is null) = (question_at_ms is null) and (question is null) = (question_by_name is null)),
    check (status <> 'asked' or (question is not null and answer_at_ms is null)),
    check ((status = 'approved') = (transaction_id is not null)),
    check ((receipt is null) = (receipt_key is null))
) strict, without rowid;
create index claim_of_member on claim (member_id, id);
create index claim_by_receipt on claim (partner_id, receipt_key) where receipt_key is not null;
create index claim_waiting on claim (waiting_since_ms, id) where status = 'waiting';

-- A row is the photo of a claim's receipt. It stands here and not in the media folder, because everybody can read that
-- folder; only the member and some of the staff read this. It is deleted some time after the decision.
create table claim_photo (
    claim_id      blob    not null primary key references claim (id),
    -- A re-encoded JPEG.
    bytes         blob    not null,
    -- The thumbnail of the photo, for lists. It is too small for the text of a receipt to be legible.
    thumbnail     blob    not null,
    -- SHA-256 of the bytes: two claims with one photo are shown to staff.
    digest        blob    not null check (length(digest) = 32),
    width         integer not null check (width > 0),
    height        integer not null check (height > 0),
    created_at_ms integer not null
) strict;
create index claim_photo_by_digest on claim_photo (digest);
