import fc from 'fast-check'
import { encodeQR } from 'qr'
import { expect, test } from 'vitest'
import { readFrame, type Frame } from './read-frame.ts'

const TEXT = 'bedside:019a9abc-0000-7000-8000-000000000001:004211'
/**
 * TEXT as another library drew it (node-qrcode 1.5.4, level M), so that the reader is not only tested with its own
 * encoder.
 */
const CODE = [
  '#######......####..##.#######',
  '#.....#.#.##.#.....#..#.....#',
  '#.###.#.###..###.#..#.#.###.#',
  '#.###.#.#...##..#.#.#.#.###.#',
  '#.###.#...#.##.#..##..#.###.#',
  '#.....#..###.##...##..#.....#',
  '#######.#.#.#.#.#.#.#.#######',
  '........#.##..#...#..........',
  '#.....#.#.##...#..#..##..###.',
  '..####..#####.#.###.##..#.##.',
  '###.#.#.#..#...#.#...######..',
  '...###.##.###.....#..#..##...',
  '....####....#.###..##.##.#..#',
  '..#..#.##..##....#....###.#.#',
  '..#...####.#...#.##.##.###...',
  '###..#...##.#.#.#.#..##..####',
  '.##.###...#.#.##..#.#..#..#..',
  '#####.....#.###...##..#.##..#',
  '###.####.#.#..######.##.###.#',
  '#.##.#..#####.#...###.#.##..#',
  '#...########...#..#######.##.',
  '........####..#.#.###...###..',
  '#######...###.##..#.#.#.##...',
  '#.....#..##.........#...#....',
  '#.###.#..#.#######.######..##',
  '#.###.#..####....###.#.#..##.',
  '#.###.#...##..##..#..##.#.##.',
  '#.....#..#....#.#.#...#.#.#.#',
  '#######.#..##..#..#...#.###..',
].map((row) => [...row].map((module) => module === '#'))

/**
 * How someone holds paper or a phone before a tablet: degrees, share of the picture's height, and the effects of light
 * and lens.
 */
type Held = {
  readonly turn?: number
  readonly size?: number
  /** The far edge is shorter than the near one by this share. */
  readonly lean?: number
  readonly dark?: number
  readonly light?: number
  /** How much darker the left is than the right, of 255. */
  readonly shade?: number
  readonly noise?: number
  /** px to each side. */
  readonly blur?: number
  readonly inverted?: boolean
}

/** Without a time limit: the test checks what the reader recognizes, not how fast this machine is. */
const read = (frame: Frame) => readFrame(frame, Infinity)

test.each<[string, Held]>([
  ['straight', {}],
  ['turned a little', { turn: 7 }],
  ['turned by a third', { turn: 123 }],
  ['upside down', { turn: 180 }],
  ['small, from afar', { size: 0.3 }],
  ['near', { size: 0.95 }],
  ['leaning away', { lean: 0.2, turn: -12 }],
  ['on a dim display', { dark: 85, light: 140, noise: 10 }],
  ['overexposed', { dark: 190, light: 250 }],
  ['in an evening’s noise', { noise: 60, dark: 60, light: 180 }],
  ['half in the shade', { shade: 90, noise: 20 }],
  ['out of focus', { blur: 2, noise: 15 }],
  ['all of it at once', { turn: 17, lean: 0.1, size: 0.6, dark: 70, light: 170, noise: 30, blur: 1, shade: 30 }],
  ['white on black, as some phones show it at night', { inverted: true, turn: 4 }],
])('a code held %s is read', async (_, held) => expect(await read(photo(CODE, held))).toBe(TEXT))

test.each<[string, Frame]>([
  ['a room', photo([], { noise: 50 })],
  ['darkness', photo([], { dark: 0, light: 0 })],
  ['a code half out of the picture', photo(CODE, { size: 1.8 })],
  ['a picture of one dot', { width: 1, height: 1, data: new Uint8ClampedArray(4) }],
])('%s is not a code', async (_, frame) => expect(await read(frame)).toBe(null))

test('any text encoded in a code is decoded unchanged', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 16 }),
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.constantFrom(
          '\u0000',
          '\ufeffbedside:',
          '"><script>alert(1)</script>',
          "'; drop table person; --",
          '%s%n',
          '\u202Egnirts',
          'Şükrü 💀 日本',
          'A1 $%*+-./:',
        ),
      ),
      // half of a surrogate pair cannot be encoded in UTF-8
      async (text) => {
        expect(await read(photo(encodeQR(text, 'raw', { border: 1 }), { size: 0.9, noise: 0 }))).toBe(text)
      },
    ),
    { numRuns: 12 },
  ))

/** A camera's picture of a code on a patterned wall. The same code held the same way gives the same picture. */
function photo(
  code: readonly (readonly boolean[])[],
  { turn = 0, size = 0.7, lean = 0, dark = 25, light = 235, shade = 0, noise = 6, blur = 0, inverted = false }: Held,
): Frame {
  const [width, height, quiet] = [640, 480, 4]
  const side = code.length + 2 * quiet
  const module = (height * size) / side
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)]
  const chance = random(1)
  const grey = new Float64Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [right, down] = [x + 0.5 - width / 2, y + 0.5 - height / 2]
      const depth = 1 + (lean * (down / height)) / size
      const u = Math.floor((cos * right + sin * down) / depth / module + side / 2)
      const v = Math.floor((cos * down - sin * right) / depth / module + side / 2)
      const isPaper = code.length > 0 && u >= 0 && v >= 0 && u < side && v < side
      const isInk = code[v - quiet]?.[u - quiet] === true
      const wall = dark + (light - dark) * (0.5 + 0.2 * Math.sin(x / 31) * Math.cos(y / 17))
      grey[y * width + x] = (isPaper ? (isInk !== inverted ? dark : light) : wall) - shade * (1 - x / width)
    }
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const seen = softened(grey, width, height, x, y, blur) + (chance() - 0.5) * noise
      data.fill(seen, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  return { width, height, data }
}

function softened(grey: Float64Array, width: number, height: number, x: number, y: number, blur: number) {
  let sum = 0
  let count = 0
  for (let row = Math.max(0, y - blur); row <= Math.min(height - 1, y + blur); row++)
    for (let column = Math.max(0, x - blur); column <= Math.min(width - 1, x + blur); column++) {
      sum += grey[row * width + column]!
      count += 1
    }
  return sum / count
}

/** Mulberry32: the same numbers for the same seed. */
function random(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
