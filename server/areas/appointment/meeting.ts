import { meetingWindow, whyNotJoin } from '../../../contract/appointment/appointment.rules.ts'
import type { Db } from '../../db/pool.ts'
import { readRows } from '../../db/rows.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Handler } from '../../http/handler.ts'
import { notify } from './notify.ts'
import { readSettings } from '../setting/read.ts'
import { change, lockVisit } from './store.ts'

/** Gives an online visit its meeting by the platform's pattern, once; a link that is there, made or typed, stays (rule 31). */
export async function giveMeeting(db: Db, visitId: string, clinicSlug: string | null) {
  const { meetingPattern } = await readSettings(db)
  if (!meetingPattern) return
  await db.query('update appointment set meeting_link = $2 where id = $1 and meeting_link is null', [
    visitId,
    meetingAddress(meetingPattern, clinicSlug),
  ])
}

/** The state of the room for the caller; the address only while they may enter. */
export const meeting: Handler<'appointment.meeting'> = async ({ id }, { db, who, now, refuse }) => {
  const [visit] = await readRows(db, 'appointment', [id])
  if (!visit) return refuse('appointment_not_found')
  const why = whyNotJoin(visit, who, now)
  const link = webAddress(visit.meetingLink)
  if (visit.type !== 'online' || visit.status === 'cancelled' || !link) return refuse('meeting_none')
  const { rows } = await db.query<{ side: 'patient' | 'staff'; since: string }>(
    'select side, iso(joined_at) as since from meeting_presence where appointment_id = $1',
    [id],
  )
  const sinceOf = (side: 'patient' | 'staff') => rows.find((row) => row.side === side)?.since ?? null
  const { opens, closes } = meetingWindow(visit)
  return {
    status: true,
    meeting: {
      state: why === 'meeting_early' ? 'early' : why === 'meeting_over' ? 'over' : 'open',
      link: why ? null : link,
      opensAt: new Date(opens).toISOString(),
      closesAt: new Date(closes).toISOString(),
      patientSince: sinceOf('patient'),
      staffSince: sinceOf('staff'),
    },
  }
}

/**
 * Tells the other side when one side first joins; a patient who has joined counts as arrived, so that every list shows
 * who waits (rule 25).
 */
export const join: Handler<'appointment.join'> = async ({ id }, ctx) => {
  const { db, who, now, refuse } = ctx
  const visit = await lockVisit(db, id)
  if (!visit) return refuse('appointment_not_found')
  const why = whyNotJoin(visit, who, now)
  if (why) throw new Refused(why)
  if (!webAddress(visit.meetingLink)) return refuse('meeting_none')
  const isPatient = who.type === 'patient'
  const { rowCount: first } = await db.query(
    'insert into meeting_presence (appointment_id, side, joined_at) values ($1, $2, $3) on conflict do nothing',
    [id, isPatient ? 'patient' : 'staff', new Date(now)],
  )
  if (first && visit.status === 'waiting') {
    if (isPatient && !visit.arrivedAt)
      await change(ctx, visit, { arrivedAt: new Date(now), noShowAt: null, heardAt: null })
    await notify(ctx, visit, isPatient ? 'patient_waiting' : 'doctor_waiting')
  }
  const [appointment] = await readRows(db, 'appointment', [id])
  if (!appointment) return refuse('appointment_not_found')
  return { status: true, appointment }
}

/** A hundred bits that no one can guess: anyone with the address is in the room. */
const CODE_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 20

function meetingAddress(pattern: string, clinicSlug: string | null): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomBelow(CODE_LETTERS.length)])
  return pattern.replaceAll('{clinic}', clinicSlug ?? 'bedside').replaceAll('{code}', letters.join(''))
}

/** An even distribution below 256: bytes past the last whole multiple are drawn again. */
function randomBelow(most: number): number {
  for (;;) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < 256 - (256 % most)) return byte % most
  }
}

/** A link typed by hand may contain anything; only web addresses are opened. */
const webAddress = (link: string | null | undefined) =>
  link && /^https?:$/.test(URL.parse(link)?.protocol ?? '') ? link : null
