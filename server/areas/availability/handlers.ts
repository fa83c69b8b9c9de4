import { whyNotHours, type Hours } from '../../../contract/availability/availability.rules.ts'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import { daysBetween, isDate } from '../../../contract/kernel/time.ts'
import { freeSlots, nextFreeOfAny } from './slots.ts'
import { kept } from '../../db/pool.ts'
import { readRows } from '../../db/rows.ts'
import { Refused, refuseIf } from '../../kernel/refused.ts'
import type { Area, Ctx } from '../../http/handler.ts'
import { hold } from './hold.ts'
import { refuseNoOnline, whereHeld } from './place.ts'
import { asChosen, chosenShape, shapeOfMoved } from './chosen-type.ts'
import { lockDoctor, lockHours, refuseOverlap, refuseUncovered, type StoredHours } from './store.ts'

const MOST_DAYS = 62

export const availabilityHandlers: Area<'availability'> = {
  'availability.get': async ({ doctor, start, end, type, visitTypeId, moves }, { db, who, now, refuse }) => {
    const from = Number(start)
    const to = Number(end)
    if (!isDate(from)) return refuse('start_date_invalid')
    if (!isDate(to) || to < from || daysBetween(from, to) > MOST_DAYS) return refuse('end_date_invalid')
    const { rowCount } = await db.query(kept('select from doctor where id = $1 and active', [doctor]))
    if (!rowCount) return refuse('doctor_not_found')
    const wish = { doctorId: doctor, type: type === 'online' ? ('online' as const) : ('face-to-face' as const) }
    const chosen = await chosenShape(db, { visitTypeId, moves }, wish, who)
    const query = { doctorId: doctor, from, to, type, who, now, chosen, ...(moves && { except: moves }) }
    return { status: true, availability: await freeSlots(db, query) }
  },

  'availability.next': async (input, { db, who, now }) => {
    const { visitTypeId, moves } = input
    const visitType = visitTypeId ? (await readRows(db, 'visit_type', [visitTypeId]))[0] : null
    if (visitType === undefined) throw new Refused('visittype_not_found')
    if (visitType?.archived) throw new Refused('visittype_archived')
    const shape = moves ? await shapeOfMoved(db, moves) : undefined
    const chosen = visitType ? asChosen(visitType) : shape && { ...shape, visitType: null }
    const wish = visitType
      ? { ...input, type: kindOf(visitType.type), clinicId: visitType.clinicId ?? input.clinicId }
      : input
    return { status: true, free: await nextFreeOfAny(db, wish, who, now, chosen) }
  },
  'availability.hold': hold,
  'availability.release': async (_, { db }) => {
    await db.query('select drop_hold()')
    return { status: true }
  },

  'availability.add': async ({ id, doctorId, clinicId, price, ...hours }, ctx) => {
    refuseIf(whyNotHours(hours))
    const { currency } = await whereHeld(ctx, doctorId, clinicId)
    await refuseNoOnline(ctx.db, doctorId, hours.type)
    await lockDoctor(ctx.db, doctorId)
    await refuseOverlap(ctx.db, doctorId, { id, clinicId, status: 'active', ...hours })
    await ctx.db.query(
      `insert into availability (id, doctor_id, clinic_id, start_date, end_date, start_time, end_time, period, type, days, off, price, currency)
       values ($1, $2, $3, to_date($4::text, 'YYYYMMDD'), to_date($5::text, 'YYYYMMDD'), make_time($6::int / 100, $6::int % 100, 0),
               make_time($7::int / 100, $7::int % 100, 0), $8, $9, $10, off_read($11), $12, $13)`,
      [id, doctorId, clinicId, ...columnsOf(hours), price, currency],
    )
    return [{ table: 'availability', id }]
  },

  'availability.update': async ({ id, ...changed }, ctx) => {
    const found = await load(ctx, id)
    const changes = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
    const hours = { ...found, ...changes } as StoredHours // the schema's own fields over the record's
    refuseIf(whyNotHours(hours))
    await refuseNoOnline(ctx.db, found.doctorId, hours.type)
    await lockDoctor(ctx.db, found.doctorId)
    if (found.status === 'active') await refuseOverlap(ctx.db, found.doctorId, hours)
    await refuseUncovered(ctx.db, found, hours, ctx.now)
    await ctx.db.query(
      `update availability set start_date = to_date($2::text, 'YYYYMMDD'), end_date = to_date($3::text, 'YYYYMMDD'),
         start_time = make_time($4::int / 100, $4::int % 100, 0), end_time = make_time($5::int / 100, $5::int % 100, 0),
         period = $6, type = $7, days = $8, off = off_read($9) where id = $1`,
      [id, ...columnsOf(hours)],
    )
    return reply(ctx, id)
  },

  'availability.price': async ({ id, price }, ctx) => {
    await load(ctx, id, ['price'])
    await setPrice(ctx, id, price)
    return [{ table: 'availability', id }]
  },
  'availability.activate': async ({ id }, ctx) => {
    await activate(ctx, id)
    return [{ table: 'availability', id }]
  },
  'availability.passivate': async ({ id }, ctx) => {
    await passivate(ctx, id)
    return [{ table: 'availability', id }]
  },

  'availability.priceMany': async ({ ids, price }, ctx) =>
    each(ctx, ids, async (id) => {
      await load(ctx, id)
      await setPrice(ctx, id, price)
    }),
  'availability.activateMany': async ({ ids }, ctx) => each(ctx, ids, (id) => activate(ctx, id)),
  'availability.passivateMany': async ({ ids }, ctx) => each(ctx, ids, (id) => passivate(ctx, id)),

  'availability.delete': async ({ id }, ctx) => {
    await load(ctx, id)
    const { rows } = await ctx.db.query<{ booked: boolean }>('select availability_is_booked($1) as booked', [id])
    if (rows[0]?.booked) return ctx.refuse('availability_booked')
    await ctx.db.query('delete from availability where id = $1', [id])
    return { status: true }
  },
}

type Context = Pick<Ctx<'availability.update'>, 'db' | 'who' | 'now' | 'base'>

/**
 * The hours, locked until the end of the transaction; invisible ones do not exist. `fields`: checked against the
 * version they were made on.
 */
async function load({ db, base }: Context, id: string, fields: readonly string[] = []): Promise<StoredHours> {
  const found = await lockHours(db, id, base, fields)
  if (!found) throw new Refused('availability_not_found')
  return found
}

const setPrice = ({ db }: Context, id: string, price: number) =>
  db.query('update availability set price = $2 where id = $1', [id, price])

async function activate(ctx: Context, id: string) {
  const found = await load(ctx, id)
  await refuseNoOnline(ctx.db, found.doctorId, found.type)
  await lockDoctor(ctx.db, found.doctorId)
  await refuseOverlap(ctx.db, found.doctorId, { ...found, status: 'active' })
  await ctx.db.query(`update availability set status = 'active' where id = $1`, [id])
}

async function passivate(ctx: Context, id: string) {
  await load(ctx, id)
  await ctx.db.query(`update availability set status = 'passive' where id = $1`, [id])
}

/** One by one, always in the same order, so that two bulk changes cannot deadlock. */
async function each({ db }: Context, ids: readonly string[], work: (id: string) => Promise<unknown>) {
  const refused: { id: string; refused: MessageCode }[] = []
  for (const id of [...new Set(ids)].toSorted())
    try {
      await work(id)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused.push({ id, refused: error.code })
    }
  const left = new Set(refused.map((one) => one.id))
  const availabilities = await readRows(
    db,
    'availability',
    ids.filter((id) => !left.has(id)),
  )
  return { status: true as const, availabilities, refused }
}

async function reply({ db }: Context, id: string) {
  const [availability] = await readRows(db, 'availability', [id])
  if (!availability) throw new Refused('availability_not_found')
  return { status: true as const, availability }
}

const columnsOf = ({ startDate, endDate, startTime, endTime, period, type, days, off }: Hours) => [
  startDate,
  endDate,
  startTime,
  endTime,
  period,
  type,
  days,
  JSON.stringify(off ?? []),
]

const kindOf = (type: 'online' | 'face-to-face'): 'online' | 'physical' => (type === 'online' ? 'online' : 'physical')
