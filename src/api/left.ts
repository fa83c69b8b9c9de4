import { toBase64Url } from '../../contract/kernel/base64url.ts'
import { inSessionStore } from './session-store.ts'

/**
 * People whose records are encrypted on this device, each with the hash of the token of their last session here. With
 * it the device asks the server whether they want it wiped, even while someone else is signed in (TRUST D18). The hash
 * opens nothing.
 */
export async function keepLeft(person: string, token: string): Promise<void> {
  const hash = await hashOf(token)
  await inSessionStore('readwrite', (store) => store.put({ person, hash } satisfies Left, PREFIX + person))
}

export const forgetLeft = (person: string) => inSessionStore('readwrite', (store) => store.delete(PREFIX + person))

export const readLeft = (): Promise<readonly Left[]> =>
  inSessionStore('readonly', (store) => store.getAll(IDBKeyRange.bound(PREFIX, `${PREFIX}\uffff`)))

export type Left = { readonly person: string; readonly hash: string }

const PREFIX = 'left '

/** As the server stores it: SHA-256, base64url. */
export const hashOf = async (token: string) =>
  toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
