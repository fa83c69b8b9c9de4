import type { Entry } from '../db/entry.ts'
import type { Device } from '../shell/device.tsx'
import { change } from '../sync/change.ts'
import { tryAgain } from '../sync/decide.ts'
import { dependants } from '../sync/eligible.ts'
import { discard } from '../sync/settle.ts'

/** Takes a change back that has never left this device; one that may have reached the server cannot be taken back. */
export async function undo(device: Device, id: string): Promise<boolean> {
  const entry = await device.db.outbox.where('id').equals(id).first()
  if (!entry || entry.attempts > 0 || entry.state !== 'ready') return false
  return discard(device.db, [entry, ...(await dependantsOf(device, entry))], device.now())
}

/** What stands on a change and goes with it when it is discarded. */
export const dependantsOf = async ({ db }: Pick<Device, 'db'>, entry: Entry): Promise<Entry[]> =>
  dependants(entry, await db.outbox.toArray())

/** Gives a change up, with all that stands on it; the view goes back to what the server has (I2: the person’s own word). */
export async function discardEntry(device: Device, entry: Entry): Promise<void> {
  await discard(device.db, [entry, ...(await dependantsOf(device, entry))], device.now())
  device.kick()
}

/** Sends a parked change again, as it was or with other input, made on the record as the server has it now. */
export async function sendAgain(device: Device, entry: Entry, input: Entry['input'] = entry.input): Promise<void> {
  await tryAgain(device.db, entry, input, device.now())
  device.kick()
}

/**
 * Rule 60: the patient added here is known already. The visits and notes that wait for the new one are re-pointed to the known, and
 * the new one is given up.
 */
export async function repointPatient(device: Device, entry: Entry, knownId: string): Promise<void> {
  const added = entry.input['id']
  for (const waiting of await dependantsOf(device, entry)) {
    if (waiting.input['patientId'] === added)
      await tryAgain(device.db, waiting, { ...waiting.input, patientId: knownId }, device.now())
    else if (waiting.call === 'patient.update' && waiting.input['id'] === added)
      await tryAgain(device.db, waiting, { ...waiting.input, id: knownId }, device.now())
  }
  await discard(device.db, [entry], device.now())
  device.kick()
}

/** Ends a conflict: fields chosen as mine are sent again on the server's newest, the others stay as the server has them. */
export async function settleConflict(device: Device, entry: Entry, mine: readonly string[]): Promise<void> {
  if (mine.length === 0) return discardEntry(device, entry)
  const { id, ...fields } = entry.input
  // a command that is one fact (a move) goes whole or not at all; an edit goes by its chosen fields
  const kept =
    entry.call === 'appointment.update' || entry.call === 'patient.update'
      ? Object.fromEntries(Object.entries(fields).filter(([name]) => mine.includes(name)))
      : fields
  await sendAgain(device, entry, { id, ...kept })
}

/** Keeps what the server has, and what was wanted here as words in the visit's note, so that nothing is lost (rule 84). */
export async function saveAsNote(device: Device, entry: Entry, note: string): Promise<void> {
  const { person } = device
  await discard(device.db, [entry], device.now())
  await change(
    device.db,
    { person: person.id, name: person.name, host: location.host, now: device.now() },
    'appointment.update',
    { id: String(entry.input['id']), note },
  )
  device.kick()
}
