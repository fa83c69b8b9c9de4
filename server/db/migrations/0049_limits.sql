-- Tries that are counted for good (TRUST D4), and the devices that have tries of their own.

-- In the shape rate-limiter-flexible asks for; `expire` is epoch ms. A key is a hash: what was typed is nobody's to read.
create table rate_limit (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);

-- A device on which a person has signed in, by the hash of its cookie.
create table known_device (
  bind_hash text not null,
  person_id uuid not null references person on delete cascade,
  used_at timestamptz not null,
  primary key (bind_hash, person_id)
);
create index known_device_person on known_device (person_id);

-- An account that ends, or is forgotten, is known by no device.
create function forget_devices() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from known_device where person_id = new.id;
  return null;
end $$;
create trigger forget_devices after update of deleted_at on person for each row
  when (new.deleted_at is not null) execute function forget_devices();
