-- Why a file that arrived whole is not kept, so that whoever sent it is told what to do about it (docs/decisions/0076).
alter table file_upload add column fault text
  check (fault in ('unreadable', 'locked', 'too_much', 'acts', 'reaches_out', 'carries_program'));
