import { toBase64Url } from '../../../contract/kernel/base64url.ts'

/**
 * What this browser keeps from registration until the link is opened, possibly in another tab: 256 random bits,
 * base64url. They open nothing without the link's code, and only those of the newest registration are kept.
 */
export function makeProof(): string {
  const proof = toBase64Url(crypto.getRandomValues(new Uint8Array(32)).buffer)
  try {
    localStorage.setItem(KEY, proof)
  } catch {
    // a browser without storage signs in by the password
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
    // nothing was kept either
  }
}

const KEY = 'register-proof'
