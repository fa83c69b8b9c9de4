import { appointmentCalls } from '../../../contract/appointment/appointment.ts'
import { call } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'
import { KEPT, keptKey, MOST_KEPT, readGone, readKept, readStarred } from './queries-kept.ts'

/**
 * Stars a patient on this device, or removes the star and what was kept for it. Returns false if the limit is reached.
 */
export async function starPatient(device: Device, patient: string, on: boolean): Promise<boolean> {
  const starred = await readStarred(device)
  if (on && starred.length >= MOST_KEPT) return false
  const next = on ? [...new Set([...starred, patient])] : starred.filter((id) => id !== patient)
  await device.db.facts.put({ name: KEPT, value: next })
  if (!on) await device.db.replies.delete(keptKey(patient))
  if (on) await refreshKept(device)
  return true
}

/**
 * Fetches the visits of every kept patient whose answer is older than an hour. Patients who have left this device are
 * dropped with what was kept (I9).
 */
export async function refreshKept(device: Device): Promise<void> {
  const { db, now } = device
  await sweepKept(device)
  for (const patient of await readKept(device)) {
    const kept = await db.replies.get(keptKey(patient))
    if (kept && now() - kept.at < HOUR) continue
    const outcome = await call(appointmentCalls['appointment.list'], {
      patientId: patient,
      limit: MOST_VISITS,
      sort: '-start',
    })
    if (outcome.kind !== 'done') return
    const reply = { key: keptKey(patient), at: now(), reply: outcome.reply.appointments }
    // in a transaction that Dexie opens by itself, a failure rejects twice, and the second rejection cannot be
    // caught (R76)
    await db.transaction('rw', db.replies, () => db.replies.put(reply))
  }
}

/** Deletes what was kept of patients who have left this device, stars included (I9). */
async function sweepKept({ db }: Device): Promise<void> {
  const { gone, starred } = await readGone({ db })
  if (gone.length === 0) return
  await db.replies.bulkDelete(gone.map(keptKey))
  if (starred.some((id) => gone.includes(id)))
    await db.facts.put({ name: KEPT, value: starred.filter((id) => !gone.includes(id)) })
}

const HOUR = 3_600_000
/** The most visits kept per patient. */
const MOST_VISITS = 200
