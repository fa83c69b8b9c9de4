import { rowsIn } from '../../db/database.ts'
import { show } from '../../db/row.ts'
import type { Device } from '../../screen/device.ts'

/**
 * The language in this person's profile, read from this device now; what the screens know may be older than the last
 * choice.
 */
export async function readProfileLanguage({ db, person }: Pick<Device, 'db' | 'person'>) {
  const kept = await rowsIn(db, 'person').get(person.id)
  return kept ? show('person', kept).lang : person.lang
}
