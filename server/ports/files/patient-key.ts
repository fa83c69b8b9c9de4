import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Vault } from '../vault.ts'

/**
 * The bytes of a patient's file are encrypted with a key of their own, that key with the patient's, the patient's under
 * the master key (TRUST D16): once the patient's key is gone, nothing opens their files again, wherever a copy may be.
 */
export type FileKey = Buffer

export const newFileKey = (): FileKey => randomBytes(KEY_BYTES)

/** For an upload that has no patient yet. */
export const sealFileKey = (vault: Vault, key: FileKey): string => vault.seal('file key', key.toString('base64url'))

/** A key for a patient who may have none yet, as the database stores it. */
export const newPatientKey = (vault: Vault): string =>
  vault.seal('patient key', randomBytes(KEY_BYTES).toString('base64url'))

/** Reassigns an upload's key to its patient. Throws `SealBroken` if either was encrypted under another master key. */
export function giveToPatient(vault: Vault, sealedFileKey: string, sealedPatientKey: string): string {
  const key = Buffer.from(vault.open('file key', sealedFileKey), 'base64url')
  return sealBytes(patientKey(vault, sealedPatientKey), key, WRAPPED).toString('base64url')
}

export const openFileKey = (vault: Vault, wrapped: string, sealedPatientKey: string): FileKey =>
  openBytes(patientKey(vault, sealedPatientKey), Buffer.from(wrapped, 'base64url'), WRAPPED)

/** Nonce, tag, ciphertext. `name` is authenticated, so that one thing cannot be passed off as another. */
export function sealBytes(key: Buffer, bytes: Buffer, name: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
  const text = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Throws if key, name or content are not those of the encryption. */
export function openBytes(key: Buffer, sealed: Buffer, name: string): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(name))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}

const patientKey = (vault: Vault, sealed: string) => Buffer.from(vault.open('patient key', sealed), 'base64url')

const WRAPPED = 'file key of a patient'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
