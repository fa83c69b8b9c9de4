import { PDFDict, PDFName, PDFNumber, PDFParser, PDFRawStream, PDFRef, type PDFObject } from '@cantoo/pdf-lib'
import { BadPdf, get, unpacked, type Budget } from './pdf-bytes.ts'
import { meanings, unlocked, type PdfObject } from './pdf-unlock.ts'

export type PdfFile = {
  /** Each object of each revision, including those in packed streams, decrypted. */
  readonly objects: readonly PdfObject[]
  /** Each name that occurs in them, keys and values, without the slash. */
  readonly names: ReadonlySet<string>
  /** What a reference may mean: the object with that number in every revision. For anything else, the value itself. */
  readonly meanings: (value: PDFObject | undefined) => PDFObject[]
}

/**
 * Reads every object of a PDF. It ignores the cross-reference tables: readers differ in which of several they follow,
 * and a program that hides writes one for each. It reads an object wherever its head begins (`7 0 obj`), also in a
 * stream or after the end.
 */
export async function readPdf(bytes: Buffer, budget: Budget): Promise<PdfFile> {
  const reader = new Reader(bytes, budget)
  const written = objectsIn(bytes, reader)
  const trailers = trailersIn(bytes, reader)
  const found = await unlocked(written, trailers)
  const inside: PdfObject[] = []
  for (const { value } of found) if (value instanceof PDFRawStream) inside.push(...packedIn(value))
  const objects = [...found, ...inside]
  const byNumber = Map.groupBy(objects, ({ number }) => number)
  return { objects, names: reader.names, meanings: (value) => meanings(byNumber, value) }

  /**
   * Objects packed in a stream: any stream that names the place of its first object may be one, whatever its type says.
   */
  function packedIn(stream: PDFRawStream): PdfObject[] {
    const type = get(stream.dict, 'Type')
    const [first, count] = [get(stream.dict, 'First'), get(stream.dict, 'N')]
    if (!first && type !== PDFName.of('ObjStm')) return []
    if (!(first instanceof PDFNumber && count instanceof PDFNumber)) throw new BadPdf('unreadable')
    const text = unpacked(stream, budget)
    // if it is not packed, its length gives its end: then the length must be given here and nowhere else
    if (!text || (!get(stream.dict, 'Filter') && reader.isLengthElsewhere(stream.dict))) throw new BadPdf('unreadable')
    const packed = new Reader(text, budget, reader.names).packed(first.asNumber(), count.asNumber())
    if (packed.some(({ value }) => value instanceof PDFRawStream)) throw new BadPdf('unreadable')
    return packed
  }
}

/** The library's reader for one object at any place; it records each name it meets. */
class Reader extends PDFParser {
  readonly names: Set<string>
  readonly #budget: Budget
  readonly #lengths: ReadonlyMap<number, number>
  readonly #lengthElsewhere = new WeakSet<PDFDict>()

  constructor(bytes: Buffer, budget: Budget, names = new Set<string>()) {
    super(bytes, Infinity, true, false, true)
    this.#lengths = numbersIn(bytes)
    this.#budget = budget
    this.names = names
  }

  at(place: number): PDFObject {
    this.bytes.moveTo(place)
    const value = this.parseObject()
    if (value instanceof PDFRawStream) this.#budget.copied(value.contents.length)
    return value
  }
  packed(first: number, count: number): PdfObject[] {
    const heads: [number, number][] = []
    for (let i = 0; i < count; i++) heads.push([this.#integer(), this.#integer()])
    return heads.map(([number, place]) => ({ number, generation: 0, value: this.at(first + place) }))
  }
  #integer() {
    this.skipWhitespaceAndComments()
    return this.parseRawInt()
  }

  /** Some readers end a name at a zero byte. */
  protected override parseName(): PDFName {
    const name = super.parseName()
    this.names.add(name.asString().slice(1).split('#00')[0]!)
    return name
  }
  /**
   * As the library's, but a key that occurs twice with two values makes two documents in one: readers differ in which
   * they use.
   */
  protected override parseDict(ref?: PDFRef): PDFDict {
    this.bytes.assertNext(LESS)
    this.bytes.assertNext(LESS)
    this.skipWhitespaceAndComments()
    const entries = new Map<PDFName, PDFObject>()
    while (this.bytes.peek() !== GREATER) {
      const key = this.parseName()
      const value = this.parseObject(ref)
      const other = entries.get(key)
      if (other && String(other) !== String(value)) throw new BadPdf('unreadable')
      entries.set(key, value)
      this.skipWhitespaceAndComments()
    }
    this.bytes.assertNext(GREATER)
    this.bytes.assertNext(GREATER)
    const dict = PDFDict.fromMapWithContext(entries, this.context)
    const length = entries.get(PDFName.Length)
    if (length instanceof PDFRef) {
      this.#lengthElsewhere.add(dict)
      const found = this.#lengths.get(length.objectNumber)
      if (found !== undefined) entries.set(PDFName.Length, PDFNumber.of(found))
    }
    return dict
  }
  isLengthElsewhere(dict: PDFDict) {
    return this.#lengthElsewhere.has(dict) || !(get(dict, 'Length') instanceof PDFNumber)
  }
}
const [LESS, GREATER] = [0x3c, 0x3e]

/** Lengths of streams that are objects of their own. Without them the library searches a stream's bytes for its end. */
function numbersIn(bytes: Buffer): Map<number, number> {
  const found = new Map<number, number>()
  for (const [, number, value] of bytes
    .toString('latin1')
    .matchAll(/\b(\d{1,10}) \d{1,5} obj\s{1,2}(\d{1,10})\s{1,2}endobj/g))
    found.set(Number(number), Number(value))
  return found
}

function objectsIn(bytes: Buffer, reader: Reader): PdfObject[] {
  const found: PdfObject[] = []
  for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 3)) {
    const head = headBefore(bytes, at)
    if (!head) continue
    if (found.length === MOST_OBJECTS) throw new BadPdf('too_much')
    found.push({ ...head, value: reader.at(at + 3) })
  }
  return found
}
const MOST_OBJECTS = 200_000

/** The two numbers before `obj`. Null if it is an ordinary word; a head that only some readers recognise is refused. */
function headBefore(bytes: Buffer, at: number): { number: number; generation: number } | null {
  const generationEnds = spaceBefore(bytes, at)
  const generationBegins = figuresBefore(bytes, generationEnds)
  if (generationBegins === generationEnds) return endsInComment(bytes, at, generationEnds)
  const numberEnds = spaceBefore(bytes, generationBegins)
  const numberBegins = figuresBefore(bytes, numberEnds)
  if (numberBegins === numberEnds)
    return endsInComment(bytes, at, generationEnds) ?? endsInComment(bytes, generationBegins, numberEnds)
  // over several lines, the first of which may be the end of a comment
  if (hasLineEnd(bytes, numberEnds, at) && /%/.test(lineBefore(bytes, numberBegins))) throw new BadPdf('unreadable')
  const [number, generation] = [text(numberBegins, numberEnds), text(generationBegins, generationEnds)]
  if (!/^\d{1,10} \d{1,5}$/.test(`${number} ${generation}`)) throw new BadPdf('unreadable')
  return { number: Number(number), generation: Number(generation) }

  function text(from: number, until: number) {
    return bytes.toString('latin1', from, Math.min(until, from + 16))
  }
}

/** Between the numbers and `obj` there may be a comment, on its own lines or after them. */
function endsInComment(bytes: Buffer, from: number, until: number): null {
  let [after, before] = [from, until]
  while (hasLineEnd(bytes, before, after)) {
    const line = lineBefore(bytes, before)
    const begins = before - line.length
    if (/[\d.][\0\t\f ]*%/.test(line)) throw new BadPdf('unreadable')
    if (!/^[\0\t\f ]*%/.test(line)) return null
    ;[after, before] = [begins, spaceBefore(bytes, begins)]
    if (figuresBefore(bytes, before) < before) throw new BadPdf('unreadable')
  }
  return null
}

const hasLineEnd = (bytes: Buffer, from: number, until: number) =>
  bytes.subarray(from, until).some((byte) => byte === 0x0a || byte === 0x0d)

function lineBefore(bytes: Buffer, at: number): string {
  if (at === 0) return ''
  const begins = Math.max(bytes.lastIndexOf(0x0a, at - 1), bytes.lastIndexOf(0x0d, at - 1)) + 1
  return bytes.toString('latin1', begins, at)
}

function spaceBefore(bytes: Buffer, at: number): number {
  while (at > 0 && SPACE.has(bytes[at - 1]!)) at--
  return at
}
const SPACE = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20])

/** With signs and decimal points: some readers accept `1.0` as an object number. */
function figuresBefore(bytes: Buffer, at: number): number {
  while (at > 0 && FIGURES.has(bytes[at - 1]!)) at--
  return at
}
const FIGURES = new Set(Buffer.from('0123456789+-.'))

function trailersIn(bytes: Buffer, reader: Reader): PDFDict[] {
  const found: PDFDict[] = []
  for (let at = bytes.indexOf('trailer'); at >= 0; at = bytes.indexOf('trailer', at + 7)) {
    if (!/^[\0\t\n\f\r ]*(?:<<|%)/.test(bytes.toString('latin1', at + 7, at + 64))) continue
    const value = reader.at(at + 7)
    if (value instanceof PDFDict) found.push(value)
  }
  return found
}
