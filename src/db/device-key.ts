import { PIN_TRIES } from '../../contract/kernel/constants.ts'
import { changeInSessionStore, inSessionStore } from '../api/session-store.ts'
import { closeBytes, KEY_BYTES, NotOpened, openBytes } from './seal.ts'

/**
 * The key of one person's records on this device: 32 random bytes, on the disk only wrapped, by a key derived from the
 * password and by one derived from the PIN (TRUST D17). Without either there is no access; after five wrong PINs no one
 * has access.
 */
export type DeviceKey = Uint8Array

/** Derives the slow key; in a browser `deriveKeyInWorker`. */
export type DeriveKey = (secret: string, salt: Uint8Array) => Promise<Uint8Array>

/** What is on the disk for a person who shares this device. */
export type KeyRecord = {
  readonly byPassword: Wrapped
  readonly byPin: Wrapped | null
  /** Wrong PINs in a row, counted before each is checked: neither a reload nor another clock undoes one. */
  readonly misses: number
  /** The PIN was offered, and they declined. */
  readonly offered: boolean
}
type Wrapped = { readonly salt: Uint8Array; readonly box: Uint8Array }

/** Null if this person's records are not encrypted here. */
export const readKeyRecord = async (person: string): Promise<KeyRecord | null> =>
  (await inSessionStore<KeyRecord | undefined>('readonly', (store) => store.get(nameOf(person)))) ?? null

/** A new key, wrapped by the password. Whatever an earlier key has encrypted stays unreadable. */
export async function makeKey(person: string, password: string, deriveKey: DeriveKey): Promise<DeviceKey> {
  const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  const byPassword = await wrap(person, key, password, deriveKey)
  await changeInSessionStore<KeyRecord>(nameOf(person), () => ({ byPassword, byPin: null, misses: 0, offered: false }))
  return key
}

/** Null if it is not the password that wrapped the key. */
export async function openByPassword(
  person: string,
  password: string,
  deriveKey: DeriveKey,
): Promise<DeviceKey | null> {
  const record = await readKeyRecord(person)
  const key = record && (await unwrap(person, record.byPassword, password, deriveKey))
  if (key) await change(person, (keyRecord) => ({ ...keyRecord, misses: 0 }))
  return key
}

/**
 * One attempt with the PIN. The fifth wrong one in a row destroys every wrapped key of this person, on the disk before
 * the answer: no one can read the encrypted data any more.
 */
export async function openByPin(
  person: string,
  pin: string,
  deriveKey: DeriveKey,
): Promise<
  | { readonly kind: 'open'; readonly key: DeviceKey }
  | { readonly kind: 'wrong'; readonly left: number }
  | { readonly kind: 'destroyed' }
> {
  const counted = await change(person, (record) => ({ ...record, misses: record.misses + 1 }))
  if (!counted?.byPin) return counted ? { kind: 'wrong', left: PIN_TRIES - counted.misses } : { kind: 'destroyed' }
  // tabs that try at the same time use up their attempts at the same time
  const key = counted.misses > PIN_TRIES ? null : await unwrap(person, counted.byPin, pin, deriveKey)
  if (key) {
    await change(person, (record) => ({ ...record, misses: 0 }))
    return { kind: 'open', key }
  }
  if (counted.misses < PIN_TRIES) return { kind: 'wrong', left: PIN_TRIES - counted.misses }
  await destroyKey(person)
  return { kind: 'destroyed' }
}

/** From now on this PIN opens it too, or a new password instead of the last. */
export async function rewrap(
  person: string,
  key: DeviceKey,
  by: { readonly password: string } | { readonly pin: string },
  deriveKey: DeriveKey,
): Promise<void> {
  const wrapped = await wrap(person, key, 'password' in by ? by.password : by.pin, deriveKey)
  await change(person, (record) =>
    'password' in by ? { ...record, byPassword: wrapped } : { ...record, byPin: wrapped, misses: 0, offered: true },
  )
}

/** The PIN is not offered again. */
export const noPinWanted = (person: string) => change(person, (record) => ({ ...record, offered: true }))

export const destroyKey = (person: string) => changeInSessionStore(nameOf(person), () => null)

const nameOf = (person: string) => `key ${person}`
const change = (person: string, to: (record: KeyRecord) => KeyRecord) =>
  changeInSessionStore<KeyRecord>(nameOf(person), (record) => record && to(record))

async function wrap(person: string, key: DeviceKey, secret: string, deriveKey: DeriveKey): Promise<Wrapped> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return { salt, box: closeBytes(await deriveKey(secret, salt), nameOf(person), key) }
}

async function unwrap(person: string, { salt, box }: Wrapped, secret: string, deriveKey: DeriveKey) {
  try {
    return openBytes(await deriveKey(secret, salt), nameOf(person), box)
  } catch (error) {
    if (error instanceof NotOpened) return null
    throw error
  }
}
