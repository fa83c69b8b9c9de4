import type { CatalogEntry, CatalogName } from '../../../contract/catalog/catalog.ts'
import { newId } from '../../../contract/kernel/id.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange as queue } from '../../sync/queue.ts'

type Names = CatalogEntry['name']

/** Changes a list of words, also offline; throws `NotSaved` if the device has no room. Returns the new word's id. */
export async function addWord(device: Device, table: CatalogName, name: Names): Promise<string> {
  const id = newId(device.now())
  await queue(device, `${table}.add`, { id, name })
  return id
}
export const editWord = (device: Device, table: CatalogName, id: string, name: Names) =>
  queue(device, `${table}.update`, { id, name })
/** `fromDoctors`: the person has seen how many cards lose the word (SCREENS B12). */
export const removeWord = (device: Device, table: CatalogName, id: string, fromDoctors: boolean) =>
  queue(device, `${table}.delete`, { id, ...(fromDoctors && { fromDoctors: 'true' as const }) })
