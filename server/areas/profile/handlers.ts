import { readIdentityNumber } from '../../../contract/kernel/identity.rules.ts'
import { changedSince } from '../../db/merge.ts'
import type { Db } from '../../db/pool.ts'
import { toIdentity } from '../../db/sealed-columns.ts'
import { sqlState } from '../../db/transaction.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area } from '../../http/handler.ts'
import { changingContact } from '../session/contact-changed.ts'
import { endSessionsOf } from '../../identity/session-store.ts'
import { provePassword } from '../session/prove.ts'
import { changeAccount, phoneOf } from '../user/store.ts'

export const profileHandlers: Area<'profile'> = {
  'profile.update': async ({ id, phone, ...fields }, ctx) => {
    const { db, who, base, refuse } = ctx
    if (id !== who.id) return refuse('user_not_found')
    const account = await lockOwn(db)
    const changes = Object.entries({ ...fields, phone }).filter(([, value]) => value !== undefined)
    const theirs = changedSince(
      'person',
      account.field_versions,
      base,
      changes.map(([name]) => name),
    )
    if (theirs.length) throw new Refused('changed_since', { fields: theirs, target: { table: 'person', id } }, 412)
    const { name, lang, zone, officePhone, website, muted } = fields
    if (zone && !(await isZone(db, zone))) throw new Refused('bad_input', { fields: { zone: 'zone' } }, 400)
    const typed = phone === undefined ? undefined : await phoneOf(db, phone, who.clinicId ?? who.hostClinic)
    const change = () => changeAccount(db, { id, realm: account.realm }, { name, lang, phone: typed })
    await (typed === undefined ? change() : changingContact(ctx, id, change))
    await db.query(
      `update person set zone = case when $2 then $3 else zone end, office_phone = case when $4 then $5 else office_phone end,
              website = case when $6 then $7 else website end, muted = coalesce($8, muted) where id = $1`,
      [
        id,
        zone !== undefined,
        zone ?? null,
        officePhone !== undefined,
        officePhone?.trim() || null,
        website !== undefined,
        website ?? null,
        muted ?? null,
      ],
    )
    // a card shows name and phone: devices that hold it are poked
    return [
      { table: 'person', id },
      ...(who.type === 'patient' || who.type === 'doctor' ? [{ table: who.type, id }] : []),
    ]
  },

  'profile.secure': async ({ password, email, identity, nonCitizen }, ctx) => {
    const { db, who, refuse, record } = ctx
    await provePassword(ctx, password)
    const account = await lockOwn(db)
    if (email !== undefined)
      await changingContact(ctx, who.id, () => changeAccount(db, { id: who.id, realm: account.realm }, { email }))
    if (identity !== undefined || nonCitizen !== undefined) {
      const foreign = nonCitizen ?? account.non_citizen
      const typed = identity?.trim()
      const kept = !typed ? null : foreign ? typed : readIdentityNumber(typed)
      if (typed && !kept) return refuse('identity_invalid')
      if (identity === undefined && foreign !== account.non_citizen && !foreign && account.has_identity)
        return refuse('identity_invalid')
      await db
        .query('select set_own_identity($1, $2, $3)', [
          toIdentity(account.realm, kept ?? null),
          foreign,
          identity !== undefined,
        ])
        .catch((error: unknown) => {
          throw sqlState(error) === '23505' ? new Refused('patient_exists') : error
        })
    }
    record({ object: { table: 'person', id: who.id } })
    return { status: true, message: 'profile_updated' }
  },

  'profile.close': async ({ password }, ctx) => {
    const { db, who, deps, refuse, record, after } = ctx
    await provePassword(ctx, password)
    const { rows } = await db.query<{ open: boolean }>('select has_open_visits($1) as open', [who.id])
    if (rows[0]?.open) return refuse('open_appointments')
    record({ object: { table: 'person', id: who.id } })
    await db.query('select hide_person($1)', [who.id])
    after(() => endSessionsOf(deps, [who.id]))
    return { status: true }
  },
}

type Own = { realm: string | null; non_citizen: boolean; has_identity: boolean; field_versions: Record<string, number> }

async function lockOwn(db: Db): Promise<Own> {
  const { rows } = await db.query<Own>(
    `select realm, non_citizen, own_identity_end() is not null as has_identity, field_versions from person where id = app_person() for update`,
  )
  if (!rows[0]) throw new Refused('user_not_found')
  return rows[0]
}

async function isZone(db: Db, name: string): Promise<boolean> {
  return ((await db.query('select from pg_timezone_names where name = $1', [name])).rowCount ?? 0) > 0
}
