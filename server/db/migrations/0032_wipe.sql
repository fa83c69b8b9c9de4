-- A device that is to be emptied from afar (TRUST D18): the token it will knock with, as a hash, once it opens nothing any more.
alter table session add column wipe_hash text unique;
