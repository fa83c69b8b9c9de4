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

/**
 * The same where money is paid without signing in: a clinic's payment address counts too (decision 0157). No one signs
 * in there.
 */
export async function meaningForPayment(deps: Parameters<typeof meaningOfHost>[0], host: string): Promise<HostMeaning> {
  const meaning = await meaningOfHost(deps, host)
  if (meaning.kind !== 'unknown') return meaning
  const beside = await besideOf(deps.pool, host)
  return beside?.pays ? { kind: 'clinic', clinic: { ...beside.clinic, isPaymentPage: true } } : meaning
}

/** A clinic's host besides its panel, while it is switched on: of its payment page (`pays`), or of its website. */
type HostBeside = {
  readonly clinic: ClinicFace
  /** Null if there is none, or none that is switched on. */
  readonly panel: string | null
  readonly pays: boolean
}

export async function besideOf(pool: pg.Pool, host: string): Promise<HostBeside | null> {
  const { rows } = await pool.query<{ slug: string; panel: string | null; pays: boolean }>(
    'select slug, panel, coalesce(pays, false) as pays from clinic_beside($1)',
    [host],
  )
  const [found] = rows
  const clinic = found && (await findClinic(pool, null, found.slug))
  return clinic ? { clinic, panel: found.panel, pays: found.pays } : null
}

/** Of the clinic whose payment address this is by name, while it is switched off: its panel. */
export async function formerPaymentOf(pool: pg.Pool, host: string) {
  const { rows } = await pool.query<{ panel: string | null; private: boolean }>(
    'select panel, private from clinic_former_payment($1)',
    [host],
  )
  return rows[0] ?? null
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
