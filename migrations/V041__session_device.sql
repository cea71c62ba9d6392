-- What the browser called itself at the sign-in, in words for the session's owner.
alter table session add column device text;
