import type { List } from './list.ts'

/** Today's list as it lies on the disk: whatever a browser leaves behind of what it has deleted names no one. */
export type SealedList = { readonly nonce: Uint8Array<ArrayBuffer>; readonly bytes: ArrayBuffer }

/** Sealed under the tablet's own token, which ends with it. */
export async function sealList(token: string, list: List): Promise<SealedList> {
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(list))
  return { nonce, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, await keyOf(token), text) }
}

/** Null where another token sealed it, or it is torn: the next answer of the server brings a new one. */
export async function openList(token: string, { nonce, bytes }: SealedList): Promise<List | null> {
  try {
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, await keyOf(token), bytes)
    return JSON.parse(new TextDecoder().decode(text)) as List // sealed above
  } catch {
    return null
  }
}

async function keyOf(token: string): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`list ${token}`))
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt'])
}
