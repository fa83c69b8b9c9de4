import type { Slot } from '../../../contract/appointment/appointment.ts'
import { whyNotThen } from '../../../contract/appointment/appointment.rules.ts'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import { wallOf } from '../../../contract/kernel/time.ts'
import type { Db } from '../../db/pool.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Who } from '../../identity/who.ts'
import { readSettings } from '../setting/read.ts'
import { freeSlots, nextFree } from './slots.ts'

type Wish = {
  readonly doctorId: string
  readonly type: 'online' | 'face-to-face'
  readonly start: string
  readonly duration: number
  readonly clinicId: string | null
  readonly zone: string
  readonly who: Who
  readonly now: number
  readonly except?: string
}

/**
 * The slot that is wished for, free at this moment under the doctor's lock, or a named refusal: past, too soon, too far, taken
 * (with the next five free, rule 14), outside the hours.
 */
export async function takeSlot(db: Db, wish: Wish): Promise<Slot> {
  const type = wish.type === 'online' ? 'online' : 'physical'
  const end = new Date(Date.parse(wish.start) + wish.duration * 60_000).toISOString()
  const why = whyNotThen({ start: wish.start, end }, wish.who, wish.now, await readSettings(db))
  if (why) throw new Refused(why)
  const start = new Date(wish.start).toISOString()
  const day = wallOf(Date.parse(start), wish.zone).date
  const slots = await freeSlots(db, { ...wish, type, from: day, to: day })
  const slot = slots.find((each) => each.start === start && each.clinicId === wish.clinicId)
  if (slot) return slot
  const refused: MessageCode = (await isTaken(db, wish)) ? 'slot_taken' : 'slot_outside'
  throw new Refused(refused, { slots: await nextFree(db, { ...wish, type, wanted: start }) })
}

/** Says no to a time that a committed visit already has, before anyone waits for the doctor's lock: losers never queue. */
export async function refuseTaken(db: Db, wish: Wish) {
  if (!(await isTaken(db, wish))) return
  throw new Refused('slot_taken', {
    slots: await nextFree(db, { ...wish, type: wish.type === 'online' ? 'online' : 'physical', wanted: wish.start }),
  })
}

async function isTaken(db: Db, { doctorId, clinicId, start, duration, except, now }: Wish): Promise<boolean> {
  const end = new Date(Date.parse(start) + duration * 60_000)
  const { rows } = await db.query<{ busy: boolean }>('select doctor_is_busy($1, $2, $3, $4, $5, $6) as busy', [
    doctorId,
    clinicId,
    start,
    end,
    except ?? null,
    new Date(now),
  ])
  return rows[0]?.busy === true
}
