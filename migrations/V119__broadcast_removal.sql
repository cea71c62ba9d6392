-- An announcement that was removed can be brought back until it is sent; one that has gone out cannot be removed.
alter table broadcast add column deleted_at_ms integer check (deleted_at_ms is null or state in ('draft', 'scheduled'));
