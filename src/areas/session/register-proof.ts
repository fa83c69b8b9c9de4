import { toBase64Url } from '../../../contract/kernel/base64url.ts'

/**
 * What this browser keeps from registering until its link is opened, also in another tab: 256 random bits, base64url. They open nothing without the
 * link's code, and only the newest registration's are kept.
 */
export function makeProof(): string {
  const proof = toBase64Url(crypto.getRandomValues(new Uint8Array(32)).buffer)
  try {
    localStorage.setItem(KEY, proof)
  } catch {
    // a browser that keeps nothing signs in by the password
  }
  return proof
}

export function readProof(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function dropProof(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // nor was anything kept
  }
}

const KEY = 'register-proof'
