-- What is due is looked up address by address, so that one that hangs holds up no other.
create index webhook_delivery_lane on webhook_delivery (endpoint_id, due_at_ms, event_id) where state = 'waiting';
drop index webhook_delivery_due;
