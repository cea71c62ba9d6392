-- When an event was last asked to be called again by hand: from then on its three days count anew.
alter table webhook_delivery add column replayed_at_ms integer;
