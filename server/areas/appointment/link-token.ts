import { timingSafeEqual } from 'node:crypto'
import type { Vault } from '../../ports/vault.ts'

/**
 * The token in a message's address (decision 0143): the appointment's id and a keyed hash over the id and the
 * recipient, 16 bytes each, base64url. Nothing is stored: it is valid for as long as the patient is written to at that
 * contact.
 */
export function linkToken(vault: Pick<Vault, 'keyed'>, visitId: string, recipient: string): string {
  return Buffer.concat([Buffer.from(visitId.replaceAll('-', ''), 'hex'), markOf(vault, visitId, recipient)]).toString(
    'base64url',
  )
}

/** The id of the appointment that a token names; whether the token is genuine is checked once its patient is known. */
export function visitIn(token: string): string {
  const hex = Buffer.from(token, 'base64url').subarray(0, ID_BYTES).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function isOurs(vault: Pick<Vault, 'keyed'>, token: string, recipient: string): boolean {
  const mark = Buffer.from(token, 'base64url').subarray(ID_BYTES)
  const right = markOf(vault, visitIn(token), recipient)
  return mark.length === right.length && timingSafeEqual(mark, right)
}

const markOf = (vault: Pick<Vault, 'keyed'>, visitId: string, recipient: string) =>
  Buffer.from(vault.keyed('appointment link', `${visitId} ${recipient}`), 'base64url').subarray(0, ID_BYTES)

const ID_BYTES = 16
