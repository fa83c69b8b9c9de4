import { lookup } from 'node:dns/promises'
import { ADMIN_FIELDS, hostOf, whyNotHosts, whyNotPrivate } from '../../../contract/clinic/clinic.rules.ts'
import type { Db } from '../../db/pool.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area } from '../../http/handler.ts'
import { judge } from '../../http/judge.ts'
import { phoneToKeep } from '../../kernel/phone.ts'
import { sendPasswordLink } from '../session/password-link.ts'
import { endSessionsOf } from '../../identity/session-store.ts'
import { readSettings } from '../setting/read.ts'
import { findClinic, meaningForPayment, meaningOfHost } from '../../identity/host.ts'
import { listClinics } from './list.ts'
import { clinicMailHandlers } from './mail-handlers.ts'
import { checkPageCss } from './page-css.ts'
import {
  changeClinic,
  claimHosts,
  hadUsers,
  insertClinic,
  isInUse,
  isReserved,
  kept,
  lockClinic,
  readClinic,
  tell,
  usersOf,
} from './store.ts'

export const clinicHandlers: Area<'clinic'> = {
  /** Without `panelUrl` and `seo` the requested host is meant. */
  'clinic.web': async ({ panelUrl, panelUrlStatus, seo }, { deps, db, origin, refuse }) => {
    const { passwordMin, passwordMinStaff, supportEmail: email, supportPhone: phone } = await readSettings(db)
    const house = {
      status: true as const,
      passwordMin,
      passwordMinStaff,
      ...(deps.mapToken && { mapToken: deps.mapToken }),
    }
    if (seo !== undefined) {
      const clinic = await findClinic(deps.pool, null, seo)
      return clinic ? { ...house, clinic } : refuse('seo_not_found')
    }
    const host = panelUrl === undefined ? origin.host : (hostOf(panelUrl) ?? bareHost(panelUrl))
    const meaning = await (panelUrl === undefined ? meaningForPayment : meaningOfHost)(deps, host)
    // an address that is switched off gets the same answer as an unknown one
    if (meaning.kind === 'unknown' || panelUrlStatus === false)
      return refuse('clinic_not_found', email || phone ? { support: { email, phone } } : {})
    return { ...house, clinic: meaning.kind === 'clinic' ? meaning.clinic : null }
  },

  'clinic.list': listClinics,

  'clinic.add': async ({ id, ...fields }, ctx) => {
    const row = { id, ...kept(fields, fields.zone) }
    await claimHosts(ctx, id, [fields.panelUrl, fields.webUrl, fields.paymentUrl])
    await insertClinic(ctx, row)
    await tell(ctx, id)
    return { status: true, clinic: await readClinic(ctx.db, id) }
  },

  'clinic.update': async ({ id, ...fields }, ctx) => {
    const clinic = await lockClinic(ctx.db, ctx.who, id)
    const changes = kept(fields, fields.zone ?? clinic.zone)
    if (ctx.who.type !== 'admin' && ADMIN_FIELDS.some((name) => name in changes))
      throw new Refused('unauthorized', {}, 403)
    judge({ table: 'clinic', id }, clinic.field_versions, ctx.base, Object.keys(changes))
    await changeClinic(ctx, id, changes)
    return [{ table: 'clinic', id }]
  },

  'clinic.hosts': async ({ id, ...fields }, ctx) => {
    const { db, who, refuse } = ctx
    if (who.type === 'clinic' && !(await isPrivate(db, who.clinicId))) throw new Refused('unauthorized', {}, 403)
    const before = await lockClinic(db, who, id)
    const standing = { isPrivate: before.private === true, hadUser: await hadUsers(db, id) }
    if (whyNotHosts(who.type, standing)) return refuse('private_hosts_own')
    const changes = kept(fields, before.zone)
    judge({ table: 'clinic', id }, before.field_versions, ctx.base, Object.keys(changes))
    await claimHosts(ctx, id, [fields.panelUrl, fields.webUrl, fields.paymentUrl])
    await changeClinic(ctx, id, changes)
    await tell(ctx, id)
    return { status: true, clinic: await readClinic(ctx.db, id) }
  },

  'clinic.activate': async ({ id }, ctx) => {
    const { active } = await lockClinic(ctx.db, ctx.who, id)
    await changeClinic(ctx, id, { active: true })
    ctx.record({ values: { active: [active, true] } })
    await tell(ctx, id, true)
    return { status: true, clinic: await readClinic(ctx.db, id) }
  },

  'clinic.passivate': async ({ id }, ctx) => {
    const { active } = await lockClinic(ctx.db, ctx.who, id)
    const users = await usersOf(ctx.db, id)
    await changeClinic(ctx, id, { active: false })
    ctx.record({ values: { active: [active, false] } })
    ctx.after(() => endSessionsOf(ctx.deps, users))
    await tell(ctx, id, true)
    return { status: true, clinic: await readClinic(ctx.db, id) }
  },

  'clinic.setPrivate': async ({ id, private: wanted }, ctx) => {
    const { db, who, refuse, record } = ctx
    const before = await lockClinic(db, who, id)
    const why = whyNotPrivate(wanted, { by: who.type, hasUser: (await usersOf(db, id)).length > 0 })
    if (why) return refuse(why)
    await changeClinic(ctx, id, { private: wanted })
    record({ values: { private: [before.private, wanted] } })
    await tell(ctx, id, true)
    return { status: true, clinic: await readClinic(db, id) }
  },

  'clinic.requireFactor': async ({ id, required }, ctx) => {
    const { factorRequired } = await lockClinic(ctx.db, ctx.who, id)
    await changeClinic(ctx, id, { factorRequired: required })
    ctx.record({ values: { factorRequired: [factorRequired, required] } })
    await tell(ctx, id)
    return { status: true, clinic: await readClinic(ctx.db, id) }
  },

  'clinic.addFirstUser': async ({ id, userId, name, email, phone, lang }, ctx) => {
    const { db, who, refuse } = ctx
    const clinic = await lockClinic(db, who, id)
    const e164 = phoneToKeep(phone, clinic.zone)
    if (await hadUsers(db, id)) return refuse('user_exists')
    const { rows } = await db.query<{ code: string | null }>('select contact_taken($1, $2, $3) as code', [
      clinic.private ? id : null,
      email,
      e164,
    ])
    if (rows[0]?.code) return refuse(rows[0].code === 'email_exists' ? 'email_exists' : 'phone_exists')
    await db.query('select add_first_user($1, $2, $3, $4, $5, $6)', [
      userId,
      id,
      name.trim(),
      email,
      e164,
      lang ?? 'tr',
    ])
    await sendPasswordLink(ctx, userId, 'invite')
    return { status: true }
  },

  'clinic.delete': async ({ id }, ctx) => {
    const { db, who, now, deps, refuse } = ctx
    const { slug, private: wasPrivate } = await lockClinic(db, who, id)
    // no one else may learn whether a private clinic has doctors or visits: whatever it has, it must leave private use
    // first
    if (wasPrivate && (await hadUsers(db, id))) return refuse('private_own_only')
    const { rows } = await db.query<{ doctors: boolean; visits: boolean }>('select * from clinic_holds($1)', [id])
    if (rows[0]?.doctors) return refuse('clinic_has_doctors')
    if (rows[0]?.visits) return refuse('clinic_has_appointments')
    const users = await usersOf(db, id)
    // others may use its addresses from now on; a private clinic keeps its own, so that no one else can take them
    // over
    const freed = wasPrivate
      ? {}
      : { slug: `${slug.slice(0, 51)}-${id.slice(-8)}`, panelUrl: null, webUrl: null, paymentUrl: null }
    await changeClinic(ctx, id, { ...freed, active: false, deletedAt: new Date(now) })
    ctx.after(() => endSessionsOf(deps, users))
    await tell(ctx, id, true)
    return { status: true }
  },

  'clinic.checkHost': async ({ host: typed, clinic }, { db, deps }) => {
    const host = hostOf(typed) ?? (isReserved(deps.platformHosts, bareHost(typed)) ? bareHost(typed) : null)
    if (!host) return { status: true, host: null, state: 'invalid', resolves: null }
    const state = isReserved(deps.platformHosts, host)
      ? 'reserved'
      : (await isInUse(db, host, clinic ?? null))
        ? 'in_use'
        : 'free'
    return { status: true, host, state, resolves: await resolves(host) }
  },

  ...clinicMailHandlers,

  'clinic.checkCss': async ({ css }) => ({ status: true, ...checkPageCss(css) }),
}

const isPrivate = async (db: Db, id: string | null) =>
  (await db.query('select from clinic where id = $1 and private', [id])).rowCount === 1

/** A single-word host such as `localhost`; only the platform's own hosts may be such. */
const bareHost = (typed: string) =>
  (
    typed
      .trim()
      .replace(/^https?:\/\//i, '')
      .split(/[/:]/)[0] ?? ''
  ).toLowerCase()

/** Whether a name resolves to an address within 1.5 s; it is only resolved, never contacted. */
async function resolves(host: string): Promise<boolean | null> {
  const late = new Promise<null>((done) => setTimeout(done, 1500, null).unref())
  const found = lookup(host).then(
    () => true,
    (error: NodeJS.ErrnoException) => (error.code === 'ENOTFOUND' ? false : null),
  )
  return Promise.race([found, late])
}
