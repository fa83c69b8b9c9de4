import { adminsRoom } from '../../db/held-clinics.ts'
import type { Clinic } from '../../../contract/clinic/clinic.ts'
import { lockUntilEnd } from '../../db/advisory.ts'
import { columnOf } from '../../db/field-groups.ts'
import type { Db } from '../../db/pool.ts'
import { readRows, roomsOf } from '../../db/rows.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Ctx } from '../../http/handler.ts'
import { tellPrivateClinics } from '../notification/tell-private.ts'
import { phoneToKeep } from '../../kernel/phone.ts'
import { checkPageCss } from './page-css.ts'

export type StoredClinic = Clinic & { readonly field_versions: Readonly<Record<string, number>> }

/**
 * A clinic that the caller may act on, locked for the rest of the transaction: any for an admin, their own for a clinic
 * user; others do not exist.
 */
export async function lockClinic(db: Db, who: Ctx<'clinic.update'>['who'], id: string): Promise<StoredClinic> {
  const own = who.type === 'admin' || who.clinicId === id
  const locked = own && (await db.query('select from clinic where id = $1 and deleted_at is null for update', [id]))
  if (!locked || !locked.rowCount) throw new Refused('clinic_not_found')
  return (await readClinic(db, id)) as StoredClinic // the view has `field_versions` too
}

/**
 * Sets fields of a clinic by their contract names, with author and time; tells a private one's users if the platform
 * did it.
 */
export async function changeClinic(
  ctx: Pick<Ctx<'clinic.update'>, 'db' | 'who' | 'now' | 'deps' | 'after'>,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { db, who, now } = ctx
  const names = Object.keys(fields)
  await db.query(
    `update clinic set updated_at = $2, updated_by = $3${names.map((name, i) => `, ${columnOf(name)} = $${i + 4}`).join('')} where id = $1`,
    [id, new Date(now), who.name, ...Object.values(fields).map(forSql)],
  )
  await tellPrivateClinics(ctx, 'clinic_changed_by_platform', id)
}

/** Inserts a new clinic, with its fields by the same names. */
export async function insertClinic(
  { db, who, now }: Pick<Ctx<'clinic.add'>, 'db' | 'who' | 'now'>,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const all = { ...fields, updatedAt: new Date(now), updatedBy: who.name }
  await db.query(
    `insert into clinic (${Object.keys(all).map(columnOf).join(', ')}) values (${Object.keys(all)
      .map((_, i) => `$${i + 1}`)
      .join(', ')})`,
    Object.values(all).map(forSql),
  )
}

export async function readClinic(db: Db, id: string): Promise<Clinic> {
  const [clinic] = await readRows(db, 'clinic', [id])
  if (!clinic) throw new Refused('clinic_not_found')
  return clinic
}

type Texts = {
  readonly [name: string]: unknown
  readonly phone?: string | null | undefined
  readonly css?: string | undefined
}

/** The given fields as they are stored: phones in E.164, names trimmed, CSS that a page may have. */
export function kept(fields: Texts, zone: string): Readonly<Record<string, unknown>> {
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  for (const name of ['name', 'city']) if (typeof changes[name] === 'string') changes[name] = changes[name].trim()
  if (typeof changes['phone'] === 'string') changes['phone'] = phoneToKeep(changes['phone'], zone)
  if (typeof changes['css'] === 'string') {
    const { problems } = checkPageCss(changes['css'])
    // where and why; only the check itself shows the offending text, since a refusal repeats nothing that was sent
    // (TRUST G7)
    if (problems.length)
      throw new Refused('css_refused', { problems: problems.map(({ line, reason }) => ({ line, reason })) })
  }
  for (const name of ['brand', 'embedColour'])
    if (typeof changes[name] === 'string') changes[name] = changes[name].toLowerCase()
  return changes
}

/**
 * Ensures that none of these hosts is the platform's own or another clinic's, including private ones, without saying
 * whose (rule 49). Simultaneous callers wait.
 */
export async function claimHosts(
  { db, deps }: Pick<Ctx<'clinic.add'>, 'db' | 'deps'>,
  id: string,
  hosts: readonly (string | null | undefined)[],
): Promise<void> {
  await lockUntilEnd(db, 'clinic-hosts')
  for (const host of hosts) {
    if (!host) continue
    if (isReserved(deps.platformHosts, host)) throw new Refused('host_reserved')
    if (await isInUse(db, host, id)) throw new Refused('clinic_exists')
  }
}

/** Rule 105: whether a host is the platform's own. */
export const isReserved = (platform: ReadonlySet<string>, host: string): boolean => platform.has(host)

export async function isInUse(db: Db, host: string, except: string | null): Promise<boolean> {
  const { rows } = await db.query<{ used: boolean }>('select host_in_use($1, $2) as used', [host, except])
  return rows[0]?.used ?? false
}

export async function usersOf(db: Db, id: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select clinic_users($1) as id', [id])
  return rows.map((row) => row.id)
}

/** Whether a clinic ever had a user, even one who has left (rule 48). */
export async function hadUsers(db: Db, id: string): Promise<boolean> {
  const { rows } = await db.query<{ had: boolean }>('select clinic_has_users($1) as had', [id])
  return rows[0]?.had ?? false
}

/**
 * Tells those who hold the clinic, after the commit: its people and guests, and the admins whose devices hold it.
 * `sightMoves`: visibility changes, so those who held it before are told too; all others find out with the next regular
 * pull (decisions 0125, 0145).
 */
export async function tell(
  { db, deps, after }: Pick<Ctx<'clinic.hosts'>, 'db' | 'deps' | 'after'>,
  id: string,
  sightMoves = false,
): Promise<void> {
  const rooms = sightMoves
    ? [`clinic:${id}`, `host:${id}`, adminsRoom(id)]
    : await roomsOf(db, [{ table: 'clinic', id }])
  after(async () => deps.poke(rooms))
}

/** Lists and places are stored as JSON; PostgreSQL would read a list as one of its arrays. */
const forSql = (value: unknown) =>
  typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value
