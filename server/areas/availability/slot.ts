import { mayOverride, type Override } from '../../../contract/appointment/appointment.overrides.ts'
import { whyNotThen } from '../../../contract/appointment/appointment.rules.ts'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import { wallOf } from '../../../contract/kernel/time.ts'
import type { Db } from '../../db/pool.ts'
import { Refused } from '../../kernel/refused.ts'
import { readSettings } from '../setting/read.ts'
import { endOf, offeredOverrides, takeOwnTime, type TakenSlot, type Wish } from './own-time.ts'
import { freeSlots, nextFree, shapeColumns } from './slots.ts'

/**
 * Returns the requested slot if it is free now, under the doctor's lock; otherwise throws a named refusal: past, too
 * soon, too far, taken (with the next five free, rule 14), outside the hours. For those who may override, a refusal
 * says which rules they could override (decision 0138).
 */
export async function takeSlot(db: Db, wish: Wish): Promise<TakenSlot> {
  const { overrides, who, now } = wish
  const type = wish.type === 'online' ? 'online' : 'physical'
  const start = new Date(wish.start).toISOString()
  const offered = () => nextFree(db, { ...wish, type, wanted: start })
  if (overrides) return takeOwnTime(db, { ...wish, start, overrides }, offered)
  const why = whyNotThen({ start: wish.start, end: endOf(wish) }, who, now, await readSettings(db))
  if (why) throw new Refused(why, await orOverride(db, wish))
  const day = wallOf(Date.parse(start), wish.zone).date
  const slots = await freeSlots(db, { ...wish, type, from: day, to: day })
  const slot = slots.find((each) => each.start === start && each.clinicId === wish.clinicId)
  if (slot) return { ...slot, overrides: [] }
  throw new Refused(await reasonOf(db, wish), { slots: await offered(), ...(await orOverride(db, wish)) })
}

async function reasonOf(db: Db, wish: Wish): Promise<MessageCode> {
  if (await isTaken(db, wish)) return 'slot_taken'
  const { rows } = await db.query<{ closed: boolean }>('select clinic_is_closed($1, $2, $3) as closed', [
    wish.clinicId,
    wish.start,
    endOf(wish),
  ])
  return rows[0]?.closed ? 'slot_closed' : 'slot_outside'
}

/**
 * Refuses a time that a committed visit already has, before anyone waits for the doctor's lock, so that losers never
 * queue.
 */
export async function refuseTaken(db: Db, wish: Wish) {
  // a self-chosen time is checked as a whole under the lock: it does not lose races
  if (wish.overrides || !(await isTaken(db, wish))) return
  throw new Refused('slot_taken', {
    slots: await nextFree(db, { ...wish, type: wish.type === 'online' ? 'online' : 'physical', wanted: wish.start }),
    ...(await orOverride(db, wish)),
  })
}

async function orOverride(db: Db, wish: Wish): Promise<{ overrides?: readonly Override[] }> {
  return mayOverride(wish.who) ? { overrides: await offeredOverrides(db, wish) } : {}
}

async function isTaken(db: Db, { doctorId, clinicId, start, duration, except, now, chosen }: Wish): Promise<boolean> {
  // a type has its own length
  const end = new Date(Date.parse(start) + (chosen?.duration ?? duration) * 60_000)
  const { rows } = await db.query<{ busy: boolean }>('select doctor_is_busy($1, $2, $3, $4, $5, $6, $7, $8) as busy', [
    doctorId,
    clinicId,
    start,
    end,
    except ?? null,
    new Date(now),
    ...shapeColumns(chosen).slice(1),
  ])
  return rows[0]?.busy === true
}
