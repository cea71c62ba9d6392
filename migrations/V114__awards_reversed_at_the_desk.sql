-- An award that the desk reverses leaves what the counter counts, as one does that its till takes back. Those reversed
-- before that held are left out from here on: they tied up their receipts, and stood in the reports.
update counter_event
set undone_at_ms = (
    select r.created_at_ms from ledger_transaction t join ledger_transaction r on r.reverses_seq = t.seq
    where t.id = counter_event.transaction_id)
where undone_at_ms is null and transaction_id in (
    select t.id from ledger_transaction r join ledger_transaction t on t.seq = r.reverses_seq
    where r.reverses_seq is not null);
