-- Those who are not active, by name.
create index member_not_active_by_name on member (status, lower(last_name || first_name)) where status <> 'active';

-- Messages that were given up, which staff look for among all others; and those to one address, which are forgotten
-- when its owner leaves.
create index outbox_message_dead on outbox_message (id) where state = 'dead';
create index outbox_message_to on outbox_message (recipient, id);

-- A row counts the messages of one channel in one state, so that nobody need count a month of them. Kept by the
-- triggers below, in the commit of each change.
create table outbox_count (
    channel  text    not null,
    state    text    not null,
    messages integer not null check (messages >= 0),
    primary key (channel, state)
) strict, without rowid;
insert into outbox_count (channel, state, messages) select channel, state, count(*) from outbox_message group by channel, state;
create trigger outbox_message_is_counted after insert on outbox_message
begin
    insert into outbox_count (channel, state, messages) values (new.channel, new.state, 1)
        on conflict (channel, state) do update set messages = messages + 1;
end;
create trigger outbox_message_is_counted_anew after update of state on outbox_message when new.state <> old.state
begin
    update outbox_count set messages = messages - 1 where channel = old.channel and state = old.state;
    insert into outbox_count (channel, state, messages) values (new.channel, new.state, 1)
        on conflict (channel, state) do update set messages = messages + 1;
end;
create trigger outbox_message_is_counted_out after delete on outbox_message
begin
    update outbox_count set messages = messages - 1 where channel = old.channel and state = old.state;
end;

-- The roll-up of the journal once more, over all partners and kinds: what a report of the whole programme reads …
create table ledger_day_all (
    day          integer not null primary key,
    transactions integer not null,
    issued       integer not null,
    redeemed     integer not null,
    expired      integer not null,
    held         integer not null,
    transferred  integer not null
) strict, without rowid;
insert into ledger_day_all (day, transactions, issued, redeemed, expired, held, transferred)
    select day, sum(transactions), sum(issued), sum(redeemed), sum(expired), sum(held), sum(transferred)
    from ledger_day group by day;
-- … and by partner over 32 days at a time, for reports over years. A span (day / 32) holds all its days.
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
insert into ledger_span (span, partner_id, transactions, issued, redeemed, expired, held, transferred)
    select day / 32, partner_id, sum(transactions), sum(issued), sum(redeemed), sum(expired), sum(held), sum(transferred)
    from ledger_day group by day / 32, partner_id;
-- One partner's days.
create index ledger_day_of_partner on ledger_day (partner_id, day);

-- A row is how many items were bought at one partner (sixteen zero bytes where there is none) in one Hong Kong day, and
-- how many of these have been collected; rejected ones left out. Kept by the triggers below.
create table redemption_day (
    day        integer not null,
    partner_id blob    not null check (length(partner_id) = 16),
    bought     integer not null check (bought >= 0),
    collected  integer not null check (collected >= 0),
    primary key (day, partner_id)
) strict, without rowid;
insert into redemption_day (day, partner_id, bought, collected)
    select (created_at_ms + 28800000) / 86400000, coalesce(partner_id, zeroblob(16)), count(*), count(collected_at_ms)
    from redemption where status <> 'rejected' group by 1, 2;
create trigger redemption_is_counted after insert on redemption when new.status <> 'rejected'
begin
    insert into redemption_day (day, partner_id, bought, collected)
        values ((new.created_at_ms + 28800000) / 86400000, coalesce(new.partner_id, zeroblob(16)), 1, new.collected_at_ms is not null)
        on conflict (day, partner_id) do update set bought = bought + 1, collected = collected + excluded.collected;
end;
create trigger redemption_is_counted_anew after update of status, collected_at_ms on redemption
begin
    update redemption_day set
        bought = bought + (new.status <> 'rejected') - (old.status <> 'rejected'),
        collected = collected + (new.status <> 'rejected' and new.collected_at_ms is not null)
            - (old.status <> 'rejected' and old.collected_at_ms is not null)
        where day = (new.created_at_ms + 28800000) / 86400000 and partner_id = coalesce(new.partner_id, zeroblob(16));
end;

-- A row is what happened at one partner's counter in one Hong Kong day, by till (no bytes where there was none); what
-- was awarded and taken back is left out. Kept by the triggers below.
create table counter_day (
    day        integer not null,
    partner_id blob    not null,
    till_id    blob    not null,
    awards     integer not null check (awards >= 0),
    issued     integer not null,
    collected  integer not null check (collected >= 0),
    primary key (day, partner_id, till_id)
) strict, without rowid;
insert into counter_day (day, partner_id, till_id, awards, issued, collected)
    select (created_at_ms + 28800000) / 86400000, partner_id, coalesce(till_id, x''), count(*) filter (where kind = 'award'),
           coalesce(sum(points) filter (where kind = 'award'), 0), count(*) filter (where kind = 'collect')
    from counter_event where undone_at_ms is null group by 1, 2, 3;
create trigger counter_event_is_counted after insert on counter_event when new.undone_at_ms is null
begin
    insert into counter_day (day, partner_id, till_id, awards, issued, collected)
        values ((new.created_at_ms + 28800000) / 86400000, new.partner_id, coalesce(new.till_id, x''), new.kind = 'award',
                iif(new.kind = 'award', new.points, 0), new.kind = 'collect')
        on conflict (day, partner_id, till_id) do update set awards = awards + excluded.awards,
            issued = issued + excluded.issued, collected = collected + excluded.collected;
end;
create trigger counter_event_is_counted_out after update of undone_at_ms on counter_event
    when old.undone_at_ms is null and new.undone_at_ms is not null
begin
    update counter_day set awards = awards - (new.kind = 'award'), issued = issued - iif(new.kind = 'award', new.points, 0),
        collected = collected - (new.kind = 'collect')
        where day = (new.created_at_ms + 28800000) / 86400000 and partner_id = new.partner_id and till_id = coalesce(new.till_id, x'');
end;
