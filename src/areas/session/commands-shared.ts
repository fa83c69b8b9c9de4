import { accountCalls } from '../../../contract/session/session.account.ts'
import { call } from '../../api/call.ts'
import { forgetLeft, keepLeft, readLeft } from '../../api/left.ts'
import { sealToken } from '../../api/sealed-token.ts'
import { onWipe } from '../../api/wipe.ts'
import {
  destroyKey,
  makeKey,
  openByPassword,
  openByPin,
  readKeyRecord,
  rewrap,
  type DeviceKey,
  type DeriveKey,
} from '../../db/device-key.ts'
import { heldKey, holdKey } from '../../db/held-key.ts'
import { deriveKeyInWorker } from '../../db/kdf.ts'

export { whyNotPin } from '../../db/pin.rules.ts'
import { sealOf } from '../../db/seal.ts'
import { askLeft } from '../../sync/ask-left.ts'
import { forgetDevice } from '../../sync/clear.ts'
import { countWaiting, holdsSealed, sealOver } from '../../sync/seal-over.ts'
import { sealTokensByHeldKey } from '../../sync/token-seal.ts'
import { wipePerson } from '../../sync/wipe.ts'

// also before anyone is signed in
onWipe(wipePerson)
sealTokensByHeldKey()

/**
 * The state of this device for the person who signs in: shared with a key in memory, personal, or holding work that
 * this password does not open.
 */
export type Prepared =
  | { readonly kind: 'shared' }
  | { readonly kind: 'personal' }
  | { readonly kind: 'closed'; readonly changes: number; readonly drafts: number }

/**
 * Runs before the session is written: makes or opens the person's key, and rewrites the stored data as they have
 * chosen, in one go (TRUST D17). Data encrypted with their earlier password stays if any work waits in it; otherwise it
 * is replaced.
 */
export async function prepareDevice(
  person: string,
  password: string,
  shared: boolean,
  deriveKey: DeriveKey = deriveKeyInWorker,
): Promise<Prepared> {
  // first wipe whoever has ordered this device wiped, perhaps this very person
  await askLeft()
  const record = await readKeyRecord(person)
  const key = record && (await openByPassword(person, password, deriveKey))
  if (record && !key) {
    const waiting = await countWaiting(person)
    if (waiting.changes + waiting.drafts > 0) return { kind: 'closed', ...waiting }
  }
  if (key) {
    if (shared) holdKey(person, key)
    else await openUp(person, key)
    return { kind: shared ? 'shared' : 'personal' }
  }
  // its key was destroyed or belongs to another password: no one can read it, and nothing waits in it
  if (record || (await holdsSealed(person))) await wipePerson(person)
  if (!shared) return { kind: 'personal' }
  const made = await makeKey(person, password, deriveKey)
  await sealOver(person, null, sealOf(person, made))
  holdKey(person, made)
  return { kind: 'shared' }
}

/**
 * Prepares a sign-in without a password, which implies a personal device, and returns whether it is ready. If the
 * person has encrypted data here, only their password opens it: it stays as it is, and they are not signed in.
 */
export async function prepareAlone(person: string): Promise<boolean> {
  await askLeft()
  if (await readKeyRecord(person)) return false
  // its key was destroyed: no one can read it, and nothing waits in it
  if (await holdsSealed(person)) await wipePerson(person)
  return true
}

/**
 * The result of an attempt to open the encrypted data; `left` attempts with the PIN remain, and after the last none
 * does.
 */
export type Tried =
  | { readonly kind: 'open' }
  | { readonly kind: 'wrong'; readonly left: number | null }
  | { readonly kind: 'destroyed' }

/**
 * Opens the encrypted data with the PIN or a password, without a network. The key stays in memory until this device is
 * locked.
 */
export async function openSealed(
  person: string,
  by: { readonly pin: string } | { readonly password: string },
): Promise<Tried> {
  if ('password' in by) {
    const key = await openByPassword(person, by.password, deriveKeyInWorker)
    if (key) await unlocked(person, key)
    return key ? { kind: 'open' } : { kind: 'wrong', left: null }
  }
  const tried = await openByPin(person, by.pin, deriveKeyInWorker)
  if (tried.kind === 'destroyed') await wipePerson(person)
  if (tried.kind !== 'open') return tried
  await unlocked(person, tried.key)
  return { kind: 'open' }
}

async function unlocked(person: string, key: DeviceKey) {
  holdKey(person, key)
  await sealToken()
}

/** From now on the new password opens the data on this device too. Does nothing on a device that is not shared. */
export async function takePassword(person: string, password: string): Promise<void> {
  const key = heldKey(person)
  if (key) await rewrap(person, key, { password }, deriveKeyInWorker)
}

/** Discards the encrypted data at its owner's request; this device starts over with their present password. */
export async function giveUpSealed(
  person: string,
  password: string,
  deriveKey: DeriveKey = deriveKeyInWorker,
): Promise<void> {
  await destroyKey(person)
  await forgetDevice(person)
  await prepareDevice(person, password, true, deriveKey)
  await sealToken()
}

export async function setPin(person: string, pin: string): Promise<void> {
  const key = heldKey(person)
  if (key) await rewrap(person, key, { pin }, deriveKeyInWorker)
}

/**
 * Runs after sign-in. The session the person had left here disappears from their list of devices. While this device is
 * shared, it keeps the token's hash, to ask the server about a wipe after they have left (TRUST D18).
 */
export async function comeBack(person: string, token: string, shared: boolean): Promise<void> {
  const before = (await readLeft()).find((left) => left.person === person)
  if (before) void call(accountCalls['session.endOther'], { back: before.hash })
  if (shared) await keepLeft(person, token)
  else await forgetLeft(person)
}

async function openUp(person: string, key: DeviceKey) {
  await sealOver(person, sealOf(person, key), null)
  await destroyKey(person)
}
