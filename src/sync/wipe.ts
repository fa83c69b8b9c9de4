import { forgetLeft } from '../api/left.ts'
import { dropToken, readSession } from '../api/session.ts'
import { destroyKey } from '../db/device-key.ts'
import { forgetDevice } from './clear.ts'

/**
 * Destroys a person's key and their records on this device, including unsent work, and signs them out here (TRUST D18):
 * at their own request, here or from another device, and after too many wrong PINs.
 */
export async function wipePerson(person: string): Promise<void> {
  await destroyKey(person)
  if ((await readSession())?.person.id === person) await dropToken()
  await forgetDevice(person)
  await forgetLeft(person)
}
