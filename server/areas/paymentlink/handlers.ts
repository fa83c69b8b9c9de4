import { randomBytes } from 'node:crypto'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import { isOpenLink, LINK_DAYS, PAY_PATH, type PaymentLink } from '../../../contract/paymentlink/paymentlink.ts'
import { readRows, roomsOf } from '../../db/rows.ts'
import { Refused, refuseIf } from '../../kernel/refused.ts'
import type { Area, Ctx } from '../../http/handler.ts'
import { judge } from '../../http/judge.ts'
import { listPage, where } from '../../http/list.ts'
import { findPatients } from '../../db/find-patients.ts'
import { linkTo } from '../../identity/links.ts'
import { hashOf } from '../../identity/secret.ts'
import { endTriesOf } from '../transaction/ask.ts'
import { openLink } from './open.ts'
import { sendLink } from './send.ts'

export const paymentlinkHandlers: Area<'paymentlink'> = {
  'paymentlink.list': async ({ keyword, ...filter }, { db, who }) => {
    const conditions = [
      ...(who.type === 'clinic' ? [where('clinic_id = ?', who.clinicId)] : []),
      ...(who.type === 'patient' ? [where('patient_id = ?', who.id)] : []),
      ...(filter.id ? [where('id = ?', filter.id)] : []),
      ...(filter.status ? [where('status = ?', filter.status)] : []),
      ...(filter.clinicId ? [where('clinic_id = ?', filter.clinicId)] : []),
      ...(filter.patientId ? [where('patient_id = ?', filter.patientId)] : []),
      ...(filter.since ? [where('created_at >= ?', filter.since)] : []),
      ...(filter.until ? [where('created_at < ?', filter.until)] : []),
      ...(keyword?.trim()
        ? [
            where(
              `patient_id = any (?::uuid[]) or strpos(fold(description), fold(?)) > 0`,
              who.type === 'patient' ? [] : await findPatients(db, keyword, 2000),
              keyword.trim(),
            ),
          ]
        : []),
    ]
    const { rows, envelope } = await listPage<PaymentLink & { created_at: Date }>(
      db,
      'payment_link_row',
      conditions,
      ['created_at', 'id'],
      filter,
      true,
    )
    return { ...envelope, paymentlinks: rows }
  },

  'paymentlink.add': async (input, ctx) => {
    const { db, deps, who, now, refuse, record } = ctx
    const patient = (await readRows(db, 'patient', [input.patientId]))[0]
    if (!patient) return refuse('patient_not_found')
    const clinicId = who.clinicId ?? input.clinicId ?? null
    const { rows: clinics } = await db.query<{ currency: string }>(CLINIC, [clinicId])
    if (clinicId && !clinics[0]) return refuse('clinic_not_found')
    const visit = input.appointmentId ? await visitOf(input.appointmentId, input.patientId, ctx) : null
    if (visit && visit.clinic_id !== clinicId) return refuse('appointment_not_found')
    if (visit && (visit.currency !== input.currency || input.topUp)) return refuse('currency_differs')
    if (visit && visit.open !== input.amount) return refuse('amount_differs')
    if (clinics[0] && !visit && clinics[0].currency !== input.currency) return refuse('currency_differs')
    const expiresAt = input.expiresAt ? Date.parse(input.expiresAt) : now + LINK_DAYS * 86_400_000
    if (expiresAt <= now) return refuse('link_date_past')
    await db.query(INSERT, [
      input.id,
      patient.id,
      patient.name,
      clinicId,
      visit?.id ?? null,
      visit?.doctor_id ?? null,
      input.topUp ?? false,
      input.amount,
      input.currency,
      input.description.trim(),
      new Date(expiresAt),
      new Date(now),
      who.name,
    ])
    const token = randomBytes(32).toString('base64url')
    await db.query('select keep_link_secret($1, $2, $3)', [
      input.id,
      hashOf(token),
      deps.vault.seal(LINK_PURPOSE, token),
    ])
    record({ values: { amount: [null, input.amount], currency: [null, input.currency] } })
    return answer(ctx, input.id)
  },

  'paymentlink.update': async ({ id, ...fields }, ctx) => {
    const { db, deps, base, now, after, refuse, record } = ctx
    const link = await load(id, ctx)
    const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    judge({ table: 'payment_link', id }, link.field_versions, base, Object.keys(changes))
    refuseIf(whyClosed(link))
    if (fields.amount !== undefined && fields.amount !== link.amount && link.appointmentId)
      return refuse('amount_differs')
    if (fields.expiresAt !== undefined && Date.parse(fields.expiresAt) <= now) return refuse('link_date_past')
    await db.query(
      `update payment_link set amount = coalesce($2, amount), description = coalesce($3, description), expires_at = coalesce($4, expires_at) where id = $1`,
      [id, fields.amount ?? null, fields.description?.trim() ?? null, fields.expiresAt ?? null],
    )
    if (fields.amount !== undefined) record({ values: { amount: [link.amount, fields.amount] } })
    if (fields.amount !== undefined && fields.amount !== link.amount) after(() => endTriesOf(deps, id))
    return answer(ctx, id)
  },

  'paymentlink.cancel': async ({ id }, ctx) => {
    refuseIf(whyClosed(await load(id, ctx)))
    await ctx.db.query(`update payment_link set status = 'cancelled' where id = $1 and status = 'waiting'`, [id])
    ctx.record({ values: { status: ['waiting', 'cancelled'] } })
    ctx.after(() => endTriesOf(ctx.deps, id))
    return answer(ctx, id)
  },

  'paymentlink.send': async ({ id, by }, ctx) => {
    const link = await load(id, ctx)
    refuseIf(whyClosed(link))
    if (!isOpenLink(link, ctx.now)) return ctx.refuse('link_expired')
    if (!(await sendLink(ctx, link, by, await urlOf(ctx, id)))) return ctx.refuse('no_address')
    ctx.after(async () => ctx.deps.sendSoon())
    return answer(ctx, id)
  },

  'paymentlink.delete': async ({ id }, ctx) => {
    const link = await load(id, ctx)
    if (link.status === 'paid') return ctx.refuse('link_used')
    const rooms = await roomsOf(ctx.db, [{ table: 'payment_link', id }])
    await ctx.db.query('delete from payment_link where id = $1', [id])
    ctx.after(async () => ctx.deps.poke(rooms))
    return { status: true }
  },

  'paymentlink.url': async ({ id }, ctx) => {
    const [link] = await readRows(ctx.db, 'payment_link', [id])
    if (!link) return ctx.refuse('link_not_found')
    return { status: true, url: await urlOf(ctx, id) }
  },

  'paymentlink.open': openLink,
}

type Asking = Pick<Ctx<'paymentlink.add'>, 'db' | 'deps' | 'who' | 'now'>
type Loaded = PaymentLink & { readonly field_versions: Readonly<Record<string, number>> }

async function load(id: string, { db }: Asking): Promise<Loaded> {
  const { rowCount } = await db.query('select from payment_link where id = $1 for update', [id])
  if (!rowCount) throw new Refused('link_not_found')
  const { rows } = await db.query<Loaded>('select * from payment_link_row where id = $1', [id])
  return rows[0]! // locked just now
}

/** An expired one can be extended: only what was paid or withdrawn is closed. */
const whyClosed = ({ status }: PaymentLink): MessageCode | null =>
  status === 'paid'
    ? 'link_used'
    : status === 'cancelled'
      ? 'link_cancelled'
      : status === 'expired'
        ? 'link_expired'
        : null

type Visit = {
  readonly id: string
  readonly clinic_id: string | null
  readonly doctor_id: string
  readonly currency: string
  readonly open: number
}

/** The visit that a link is to pay, and what is still due: its price, less what the wallet has reserved. */
async function visitOf(id: string, patientId: string, { db }: Asking): Promise<Visit> {
  const { rows } = await db.query<Visit & { status: string; paid: boolean }>(VISIT, [id, patientId])
  const visit = rows[0]
  if (!visit) throw new Refused('appointment_not_found')
  if (visit.status === 'cancelled') throw new Refused('already_cancelled')
  if (visit.paid) throw new Refused('already_paid')
  return visit
}

async function urlOf({ db, deps }: Asking, id: string): Promise<string> {
  const { rows } = await db.query<{ sealed: string; host: string | null }>(URL_OF, [id])
  const secret = rows[0]! // every link has its secret
  return linkTo(deps.publicUrl(), secret.host, `${PAY_PATH}#${deps.vault.open(LINK_PURPOSE, secret.sealed)}`)
}

async function answer({ db }: Asking, id: string) {
  const [paymentlink] = await readRows(db, 'payment_link', [id])
  return { status: true as const, paymentlink: paymentlink! } // written or locked before
}

/** What the secrets of links are sealed for. */
const LINK_PURPOSE = 'payment link'
const CLINIC = 'select currency from clinic where id = $1'
const URL_OF = `select link_secret(l.id) as sealed, coalesce(clinic_pay_host(c.id), clinic_link_host(c.id)) as host from payment_link l left join clinic c on c.id = l.clinic_id where l.id = $1`
const INSERT = `insert into payment_link (id, patient_id, patient_name, clinic_id, appointment_id, doctor_id, top_up, amount, currency, description,
    expires_at, created_at, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`
const VISIT = `select a.id, a.clinic_id, a.doctor_id, a.currency, a.status,
    a.price - coalesce((select wallet_amount from payment where appointment_id = a.id and status = 'waiting'), 0) as open,
    exists (select from payment where appointment_id = a.id and status = 'completed' and refund_status <> 'refunded') as paid
  from appointment a where a.id = $1 and a.patient_id = $2`
