-- The key of a receipt is its number without differences of case, width and invisible characters. Two receipts with one key
-- are the same receipt. The number itself stays as it was typed. Where earlier receipts differ in case alone, the first one
-- gets the key.
alter table counter_event add column receipt_key text;
update counter_event set receipt_key = lower(receipt)
where receipt is not null and undone_at_ms is null and not exists (
    select 1 from counter_event as earlier
    where earlier.partner_id = counter_event.partner_id and lower(earlier.receipt) = lower(counter_event.receipt)
      and earlier.undone_at_ms is null and earlier.id < counter_event.id);
create unique index counter_event_receipt_key on counter_event (partner_id, receipt_key)
    where receipt_key is not null and undone_at_ms is null;
