import { rowOf } from '../../contract/calls.ts'
import { groupOf } from '../../contract/tables.ts'
import { isUndoable, type Entry } from '../db/entry.ts'
import type { Device } from './device.ts'
import { NotSaved } from '../sync/change.ts'
import { restore, tryAgain } from '../sync/decide.ts'
import { dependants } from '../sync/eligible.ts'
import { ended } from '../sync/ended.ts'
import { queueChange } from '../sync/queue.ts'
import { discard, isHere } from '../sync/settle.ts'

/**
 * Undoes a change that has never left this device; one that may have reached the server cannot be undone. A record made
 * and removed here reappears.
 */
export async function undo(device: Device, id: string): Promise<boolean> {
  const entry = await device.db.outbox.where('id').equals(id).first()
  if (!entry) return undoVanishing(device, id)
  if (!isUndoable(entry)) return false
  return discard(device.db, [entry, ...(await dependantsOf(device, entry))], device.now())
}

async function undoVanishing(device: Device, id: string): Promise<boolean> {
  const givenUp = (await ended(device.db)).filter(({ end }) => end === 'discarded')
  const at = givenUp.find(({ entry }) => entry.id === id)?.at
  const together = givenUp.flatMap((each) => (each.at === at ? [each.entry] : []))
  if (together.length) await restoreEntries(device, together)
  return together.length > 0
}

/** Whether a change was sent and is not answered: the server may already have it, so no one can end it now. */
export const isUnderWay = (entry: Entry) => !isHere(entry)

/**
 * Whether the server accepts a change while its toast is still shown; false if it waits, was refused, or was undone.
 */
export async function isSentSoon({ db }: Pick<Device, 'db'>, id: string): Promise<boolean> {
  try {
    for (let look = 0; look < LOOKS; look++) {
      if ((await db.outbox.where('id').equals(id).count()) === 0)
        return (await ended(db)).some(({ entry, end }) => entry.id === id && end === 'sent')
      await new Promise((again) => setTimeout(again, LOOK_MS))
    }
  } catch {
    // a device that was locked or left meanwhile reports nothing more
  }
  return false
}
const LOOK_MS = 300
const LOOKS = 13

/** Whether an error means that this device had no room; then nothing was done. */
export const isNotSaved = (error: unknown) => error instanceof NotSaved

/** The changes that depend on a change and are discarded with it. */
export const dependantsOf = async ({ db }: Pick<Device, 'db'>, entry: Entry): Promise<Entry[]> =>
  dependants(entry, await db.outbox.toArray())

/**
 * Discards a change, with all that depends on it; the view returns to the server's rows (I2: at the person's request).
 * Returns what was discarded, for `restoreEntries`; nothing if another tab has decided meanwhile.
 */
export async function discardEntry(device: Device, entry: Entry): Promise<readonly Entry[]> {
  const entries = [entry, ...(await dependantsOf(device, entry))]
  const isDone = await discard(device.db, entries, device.now())
  device.kick()
  return isDone ? entries : []
}

/** Undoes a discard: the changes wait again, in their old places. */
export async function restoreEntries(device: Device, entries: readonly Entry[]): Promise<void> {
  await restore(device.db, entries)
  device.kick()
}

/** Sends a parked change again, with its own or other input, based on the record as the server has it now. */
export async function sendAgain(device: Device, entry: Entry, input: Entry['input'] = entry.input): Promise<void> {
  await tryAgain(device.db, entry, input, device.now())
  device.kick()
}

/**
 * Rule 60: the patient added here is already known. Waiting visits and notes of the new one move to the known one, and
 * the new one is discarded.
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

/**
 * Ends a conflict: the facts in `yielded` stay as the server has them, and the rest of the change is sent again on the
 * server's newest version. What did not differ, and what no screen shows, is sent too: choosing loses nothing that was
 * entered (I2). A fact is one unit: a move whose start was left to the server does not send its length.
 */
export async function settleConflict(device: Device, entry: Entry, yielded: readonly string[]): Promise<void> {
  const { writes, secret } = rowOf(entry.call)
  const factOf = (name: string) => (writes?.sets?.includes(name) ? groupOf(writes.table, name) : null)
  const kept = Object.fromEntries(Object.entries(entry.input).filter(([name]) => !yielded.includes(factOf(name) ?? '')))
  const says = Object.keys(kept).some((name) => name === secret || factOf(name) !== null)
  await (says ? sendAgain(device, entry, kept) : discardEntry(device, entry))
}

/**
 * Keeps what the server has, and stores what was wanted here as text in the visit's note, so that nothing is lost (rule
 * 84).
 */
export async function saveAsNote(device: Device, entry: Entry, note: string): Promise<void> {
  // the note first: on a full device the change stays where it is
  await queueChange(device, 'appointment.update', { id: String(entry.input['id']), note })
  await discard(device.db, [entry], device.now())
  device.kick()
}

/** Rule 93: saves the file of a waiting or refused change as it was chosen. */
export async function saveBytes({ db }: Pick<Device, 'db'>, entry: Entry): Promise<void> {
  const kept = await db.blobs.get(String(entry.input['id']))
  if (!kept) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([kept.bytes], { type: String(entry.input['type']) }))
  link.download = String(entry.input['name'])
  link.click()
  // the browser reads it after this turn
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
