import type { Input } from '../../../contract/calls.ts'
import type { Currency } from '../../../contract/kernel/constants.ts'
import { newId } from '../../../contract/kernel/id.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange as queue } from '../../sync/queue.ts'
import type { ShownVisitType } from './queries.ts'

/** Changes types of visits, also offline; each returns its entry's id. */
export const addVisitType = (device: Device, input: Omit<Input<'visittype.add'>, 'id'>, currency: Currency) =>
  queue(device, 'visittype.add', { id: newId(device.now()), ...input }, { currency })

export const editVisitType = (device: Device, input: Input<'visittype.update'>) =>
  queue(device, 'visittype.update', input)

export const archiveVisitType = (device: Device, id: string) => queue(device, 'visittype.archive', { id })

/**
 * Puts a type one place up or down among those that are shown. Types without an order between them get one. Returns the
 * entries' ids in the order they were made.
 */
export async function moveVisitType(
  device: Device,
  shown: readonly ShownVisitType[],
  id: string,
  by: 1 | -1,
): Promise<string[]> {
  const from = shown.findIndex((each) => each.id === id)
  const next = [...shown]
  const [moved] = next.splice(from, 1)
  if (moved) next.splice(Math.max(0, from + by), 0, moved)
  const entries: string[] = []
  for (const [place, each] of next.entries())
    if (each.place !== place) entries.push(await editVisitType(device, { id: each.id, place }))
  return entries
}
