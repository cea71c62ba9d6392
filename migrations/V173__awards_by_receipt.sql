-- Staff look for an award by its receipt, at whichever partner and also after it was taken back.
create index counter_event_by_receipt on counter_event (receipt, id) where receipt is not null;
