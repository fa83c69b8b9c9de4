import { createHash } from 'node:crypto'
import type { Crash } from '../../../contract/crash/crash.ts'
import type { Deps } from '../../http/handler.ts'

/**
 * Counts a known error up, or stores it. Each kind has room for a limited number, and the one not seen for longest is
 * dropped: reports by strangers never displace those by known people.
 */
export async function keepCrashes({ pool, now }: Deps, crashes: readonly Crash[], known: boolean): Promise<void> {
  const rows = new Map(crashes.map((crash) => [fingerprintOf(crash), crash]))
  await pool.query(
    `insert into crash (fingerprint, build, route, place, name, code, stack, known, count, first_at, last_at)
     select f, c->>'build', c->>'route', c->>'place', c->>'name', c->>'code', array(select jsonb_array_elements_text(c->'stack')), $3,
            (c->>'count')::int, $4, $4
       from unnest($1::text[], $2::jsonb[]) as given (f, c) order by f
     on conflict (fingerprint) do update set count = least(crash.count::bigint + excluded.count, 1000000000)::int,
       known = crash.known or excluded.known, last_at = greatest(crash.last_at, excluded.last_at)`,
    [[...rows.keys()], [...rows.values()].map((crash) => JSON.stringify(crash)), known, new Date(now())],
  )
  await pool.query(
    'delete from crash where fingerprint in (select fingerprint from crash where known = $1 order by last_at desc, fingerprint offset $2)',
    [known, known ? MOST_KNOWN : MOST_STRANGE],
  )
}

const fingerprintOf = ({ count: _, ...facts }: Crash): string =>
  createHash('sha256')
    .update(JSON.stringify([facts.build, facts.route, facts.place, facts.name, facts.code, facts.stack]))
    .digest('base64url')

const MOST_KNOWN = 1000
const MOST_STRANGE = 200
