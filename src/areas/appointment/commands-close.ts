import type { RecipeLine } from '../../../contract/recipe/recipe.ts'
import type { Device } from '../../screen/device.ts'
import { addRecipe } from '../recipe/commands.ts'
import { complete, edit } from './commands.ts'
import type { ShownVisit } from './queries.ts'

/** The ids of the changes queued so far, so that a second attempt after a full disk queues nothing twice. */
export type Closed = { note?: string; advice?: string }

/**
 * Queues note, medication advice and completion: up to three changes, in this order. The completion waits for the note,
 * which belongs to the same record. Returns their ids; throws `NotSaved` if the device has no room, and `closed` then
 * says what is queued already.
 */
export async function closeVisit(
  device: Device,
  visit: ShownVisit,
  written: { readonly note: string | null; readonly lines: readonly RecipeLine[]; readonly doctorName: string },
  closed: Closed,
): Promise<{ readonly last: string; readonly all: readonly string[] }> {
  const { note, lines, doctorName } = written
  if (note !== (visit.note ?? null) && !closed.note) closed.note = await edit(device, visit, { note })
  if (lines.length > 0 && !closed.advice)
    closed.advice = await addRecipe(device, doctorName, {
      patientId: visit.patientId,
      appointmentId: visit.id,
      lines: [...lines],
      note: '',
    })
  const last = await complete(device, visit)
  return { last, all: [closed.note, closed.advice, last].filter((id) => id !== undefined) }
}
