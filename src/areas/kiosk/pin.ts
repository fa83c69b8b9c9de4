/** A PIN as this device stores it: only its slow digest. */
export type SealedPin = { readonly salt: Uint8Array<ArrayBuffer>; readonly digest: Uint8Array<ArrayBuffer> }

export const PIN_LENGTH = 6

export async function sealPin(pin: string): Promise<SealedPin> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return { salt, digest: await digest(pin, salt) }
}

export async function isPin(typed: string, { salt, digest: kept }: SealedPin): Promise<boolean> {
  const typedDigest = await digest(typed, salt)
  return typedDigest.every((byte, i) => byte === kept[i])
}

async function digest(pin: string, salt: Uint8Array<ArrayBuffer>) {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: 310_000 }, key, 256)
  return new Uint8Array(bits)
}
