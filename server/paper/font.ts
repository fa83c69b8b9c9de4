import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

const opened = new Map<string, Buffer>()

/**
 * A WOFF file as the OpenType font inside it, unpacked once per process: the PDF writer would unpack every table for
 * every document, in JavaScript, which took most of a document's time. (WOFF 1.0, W3C, sections 3 to 5.)
 */
export function openFont(path: string): Buffer {
  const known = opened.get(path)
  if (known) return known
  const font = unpack(readFileSync(path))
  opened.set(path, font)
  return font
}

function unpack(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file')
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  // the powers of two for binary search
  const log = Math.floor(Math.log2(count))
  head.writeUInt16BE(16 * 2 ** log, 6)
  head.writeUInt16BE(log, 8)
  head.writeUInt16BE(16 * (count - 2 ** log), 10)
  const tables: Buffer[] = []
  let offset = head.length
  for (let i = 0; i < count; i++) {
    const entry = 44 + 20 * i
    const [at, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [number, number, number]
    const bytes = woff.subarray(at, at + packed)
    const table = packed < length ? inflateSync(bytes) : bytes
    woff.copy(head, 12 + 16 * i, entry, entry + 4)
    woff.copy(head, 16 + 16 * i, entry + 16, entry + 20)
    head.writeUInt32BE(offset, 20 + 16 * i)
    head.writeUInt32BE(length, 24 + 16 * i)
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4)
    table.copy(padded)
    tables.push(padded)
    offset += padded.length
  }
  return Buffer.concat([head, ...tables])
}
