/**
 * The text of a file in UTF-8, UTF-16, or one of the older Windows encodings of our languages; null if it is no text,
 * like a spreadsheet's own file or a PDF. Bytes that are no UTF-8 are Cyrillic if most words with a letter beyond ASCII
 * have no ASCII letter: in Latin scripts they do.
 */
export function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return textOf(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return textOf(bytes, 'utf-16be')
  const zeros = zerosIn(bytes)
  if (zeros.even + zeros.odd > 0) {
    // UTF-16 without a mark: of Latin letters one half is zero
    if (zeros.even === 0 && zeros.odd > bytes.length / 8) return textOf(bytes, 'utf-16le')
    if (zeros.odd === 0 && zeros.even > bytes.length / 8) return textOf(bytes, 'utf-16be')
    return null
  }
  return textOf(bytes, 'utf-8') ?? textOf(bytes, isCyrillic(bytes) ? 'windows-1251' : latinOf(bytes))
}

/** Without the byte order mark; null if the bytes are not in this encoding, or hold what no text has. */
function textOf(bytes: Uint8Array, encoding: string): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // oxlint-disable-next-line no-control-regex -- these are looked for
    return /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/.test(text) ? null : text
  } catch {
    return null
  }
}

function zerosIn(bytes: Uint8Array) {
  const found = { even: 0, odd: 0 }
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0) found[i % 2 ? 'odd' : 'even']++
  return found
}

function isCyrillic(bytes: Uint8Array): boolean {
  let [whole, mixed] = [0, 0]
  let [high, low] = [0, 0]
  for (let i = 0; i <= bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte >= 0xc0) high++
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) low++
    else {
      if (high > 0 && low > 0) mixed++
      else if (high > 1) whole++
      high = low = 0
    }
  }
  return whole > mixed
}

/** Windows-1254 differs from 1252 only in the six letters that Turkish has and Icelandic too. */
const latinOf = (bytes: Uint8Array) => (bytes.some((byte) => TURKISH.has(byte)) ? 'windows-1254' : 'windows-1252')
const TURKISH = new Set([0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe])
