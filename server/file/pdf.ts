import { constants, inflateSync } from 'node:zlib'

/**
 * Whether a PDF may be kept (TRUST D9): it begins and ends as one, and holds nothing that acts by itself: no script, no program to start, no
 * file inside, no form of the kind that carries scripts. Names are looked for as they are written, as `#4A` may write them, and in every
 * stream that inflates; what cannot be looked into (a password, another packing of its objects) is not kept. Pure; meant to run in a
 * thread with limits (`pdf-worker.ts`).
 */
export function isHarmlessPdf(bytes: Buffer): boolean {
  const begins = bytes.subarray(0, 1024).includes('%PDF-')
  const ends = bytes.subarray(-1024).includes('%%EOF')
  return begins && ends && !acts(bytes) && streamsOf(bytes).every((text) => text !== null && !acts(text))
}

/** Names of a PDF's dictionary that make it act, hide or carry. */
const ACTING =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|Rendition|XFA|ImportData|SubmitForm|GoToE|Encrypt)(?![A-Za-z])/

const acts = (bytes: Buffer) => ACTING.test(asNames(bytes))

/** Latin-1, so that a byte is a character; `#xx` is how a name may write any of its letters. */
const asNames = (bytes: Buffer) =>
  bytes.toString('latin1').replaceAll(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

/**
 * What the streams hold, unpacked, as far as they may hold objects: those that inflate. Null for a stream of objects that is packed in
 * another way: nobody knows then what is in it.
 */
function streamsOf(bytes: Buffer): (Buffer | null)[] {
  const found: (Buffer | null)[] = []
  let left = MOST_INFLATED
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    if (bytes.subarray(at - 3, at).toString('latin1') === 'end') continue
    const begins = at + 6 + (bytes[at + 6] === 0x0d ? 1 : 0) + 1
    const about = asNames(bytes.subarray(Math.max(0, at - ABOUT), at))
    const dictionary = about.slice(Math.max(0, about.lastIndexOf(' obj')))
    const isPacked = /\/Filter/.test(dictionary)
    const holdsObjects = /\/ObjStm/.test(dictionary)
    if (!isPacked) continue
    // several packings one in another, or a prediction over them, are how objects are hidden; pictures are packed so with good reason
    const isPlain = /\/Filter\s*(?:\[\s*)?\/(?:FlateDecode|Fl)\s*(?:\]|\/|>>|\s)/.test(dictionary)
    const text = isPlain ? inflated(bytes.subarray(begins), left) : null
    if (holdsObjects && (text === null || /\/Predictor/.test(dictionary))) found.push(null)
    if (text === 'too much') return [null]
    if (text) {
      left -= text.length
      found.push(text)
    }
  }
  return found
}

/** How long the description before a stream may be that is looked at. */
const ABOUT = 4096
/** Unpacked, in all: a page of text packs to a tenth. Bytes. */
const MOST_INFLATED = 48 * 1024 * 1024

function inflated(packed: Buffer, most: number): Buffer | null | 'too much' {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(most, 1), finishFlush: constants.Z_SYNC_FLUSH })
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too much' : null
  }
}
