import type pg from 'pg'
import type { ClinicFace } from '../../contract/clinic/clinic.face.ts'

/**
 * What a host belongs to: the platform itself, a clinic, or nothing we know (rule 105, SPEC §2 /error). `host` has no
 * port.
 */
export type HostMeaning =
  | { readonly kind: 'platform' }
  | { readonly kind: 'clinic'; readonly clinic: ClinicFace }
  | { readonly kind: 'unknown' }

export async function meaningOfHost(
  { pool, platformHosts }: { readonly pool: pg.Pool; readonly platformHosts: ReadonlySet<string> },
  host: string,
): Promise<HostMeaning> {
  if (platformHosts.has(host)) return { kind: 'platform' }
  const clinic = await findClinic(pool, host, null)
  return clinic ? { kind: 'clinic', clinic } : { kind: 'unknown' }
}

/** A clinic by the host of its panel, or by its short name. */
export async function findClinic(
  pool: Pick<pg.Pool, 'query'>,
  host: string | null,
  slug: string | null,
): Promise<ClinicFace | null> {
  const { rows } = await pool.query<ClinicFace>(
    'select f.*, c.private as "recoversInside" from clinic_by_host($1, $2) f join clinic c on c.id = f.id',
    [host, slug],
  )
  return rows[0] ?? null
}
