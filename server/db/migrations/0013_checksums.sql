-- Count and sum of a hash over (id, version) of what each bucket holds (SYNC "Checksum", I12). The hash is one that a device works out as
-- quickly (src/sync/checksum.ts): the id's last 32 bits, which are random, crossed with the version times the golden ratio.
create function bucket_sums(held text[], tbls text[]) returns table (bucket text, n bigint, sum bigint)
language sql stable security definer set search_path = public as $$
  select f.bucket, count(*),
         sum(('x' || right(f.id::text, 8))::bit(32)::bigint # ((f.version::bigint * 2654435761) & 4294967295))::bigint
    from feed f where f.bucket = any (held) and f.op = 'put' and f.tbl = any (tbls) group by f.bucket
$$;
drop function bucket_checksums;
