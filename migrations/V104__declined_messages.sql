-- What a message is about, of what a member may decline; null where nobody may. Whoever declines it later takes back what
-- still waits.
alter table outbox_message add column about text check (about in ('points', 'rewards', 'news', 'marketing'));
update outbox_message
    set about = (select case when b.marketing = 1 then 'marketing' else 'news' end from broadcast b where b.id = batch_id)
    where batch_id is not null and state <> 'sent';
-- So it was not until now: offers to members who have withdrawn their consent meanwhile.
update outbox_message
    set state = 'dead', leased = 0, finished_at_ms = coalesce(finished_at_ms, created_at_ms), reason = 'unwanted',
        subject = '', body = '', unsubscribe = null
    where about = 'marketing'
        and member_id not in (select member_id from marketing_consent where withdrawn_at_ms is null);
