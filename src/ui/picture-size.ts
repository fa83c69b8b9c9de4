/**
 * Reads the size from the first bytes of a picture file without decoding it: JPEG, PNG, WebP. Null if it is not found.
 * Pure.
 */
export function pictureSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (view.getUint16(0) === 0xffd8) return jpegSize(view)
    if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) }
    return word(view, 0) === 'RIFF' && word(view, 8) === 'WEBP' ? webpSize(view) : null
  } catch {
    // it ends too early
    return null
  }
}

/** Walks from marker to marker until one begins a frame. */
function jpegSize(view: DataView) {
  for (let at = 2; ;) {
    const marker = view.getUint16(at)
    if (marker < 0xff01) return null
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
}

function webpSize(view: DataView) {
  const kind = word(view, 12)
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536
  if (kind === 'VP8X') return { width: three(24) + 1, height: three(27) + 1 }
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3f_ff, height: view.getUint16(28, true) & 0x3f_ff }
  if (kind !== 'VP8L') return null
  const bits = view.getUint32(21, true)
  return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 }
}

const word = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))
