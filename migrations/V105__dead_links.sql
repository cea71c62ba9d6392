-- Links for staff are nobody's to read once their message is given up, and whoever has left leaves no address behind.
update outbox_message set body = '' where state = 'dead' and kind in ('staff_invitation', 'staff_reset', 'account_closed');
update outbox_message set recipient = '' where state = 'dead' and kind = 'account_closed';
-- A link to a new password works for an hour.
update outbox_message set lapses_at_ms = min(lapses_at_ms, created_at_ms + 3600000)
    where state = 'waiting' and kind = 'staff_reset';
