-- A row is a number of points that one member of staff gave, took or let be given without a second person, while the
-- settings ask for two people. The rows of the last 24 hours are added up: many small changes count like a large one.
create table points_alone (
    id            blob    not null primary key check (length(id) = 16),
    staff_id      blob    not null check (length(staff_id) = 16),
    -- The member who got or lost the points; null for points of a campaign.
    member_id     blob    check (length(member_id) = 16),
    points        integer not null check (points >= 1),
    created_at_ms integer not null
) strict, without rowid;
create index points_alone_by_staff on points_alone (staff_id, created_at_ms);
create index points_alone_by_member on points_alone (member_id, created_at_ms) where member_id is not null;
create index points_alone_by_time on points_alone (created_at_ms);
