import type { List } from './list.ts'

/** Today's list as stored on disk, encrypted: what a browser leaves of deleted data names no one. */
export type SealedList = { readonly nonce: Uint8Array<ArrayBuffer>; readonly bytes: ArrayBuffer }

/** Encrypted with a key from the tablet's own token, and so unreadable once the token is gone. */
export async function sealList(token: string, list: List): Promise<SealedList> {
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(list))
  return { nonce, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, await keyOf(token), text) }
}

/** Null if another token encrypted it or it is damaged; the server's next answer brings a new list. */
export async function openList(token: string, { nonce, bytes }: SealedList): Promise<List | null> {
  try {
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, await keyOf(token), bytes)
    return JSON.parse(new TextDecoder().decode(text)) as List // encrypted above
  } catch {
    return null
  }
}

async function keyOf(token: string): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`list ${token}`))
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt'])
}
