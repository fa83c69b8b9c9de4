import { expect, test } from 'vitest'
import { MOST_BYTES, MOST_LINES } from '../../../contract/import/import.lists.ts'
import { csvOf } from '../../screen/csv.ts'
import { readTable } from './read-table.ts'

const read = (...parts: BlobPart[]) => readTable(new Blob(parts))
const table = async (...parts: BlobPart[]) => {
  const its = await read(...parts)
  if (its.kind !== 'table') throw new Error(its.fault)
  return its.table
}
const bytes = (...codes: number[]) => Uint8Array.from(codes)
const utf16 = (text: string, swap = false) =>
  Uint8Array.from(
    [...text].flatMap((sign) => {
      const unit = sign.charCodeAt(0)
      return swap ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8]
    }),
  )

test.each([',', ';', '\t'])('separated by %j, with quotes, a separator and a line end inside', async (sign) => {
  const text = `Name${sign}Phone\r\n"Yılmaz${sign} ""Ada"""${sign}1\r\n\r\n"two\r\nlines"${sign}2`
  expect(await table(text)).toEqual({
    head: ['Name', 'Phone'],
    lines: [
      { line: 2, cells: [`Yılmaz${sign} "Ada"`, '1'] },
      { line: 4, cells: ['two\nlines', '2'] },
    ],
  })
})

test.each([
  ['UTF-8', new TextEncoder().encode('Ad;Ş\nĞı;ж')],
  ['UTF-8 with a mark', new TextEncoder().encode('\uFEFFAd;Ş\nĞı;ж')],
  ['UTF-16 with a mark', utf16('\uFEFFAd;Ş\nĞı;ж')],
  ['UTF-16 the other way round', utf16('\uFEFFAd;Ş\nĞı;ж', true)],
  ['UTF-16 without a mark', utf16('Ad;Ş\nĞı;ж')],
])('%s', async (_, file) => {
  expect(await table(file)).toEqual({ head: ['Ad', 'Ş'], lines: [{ line: 2, cells: ['Ğı', 'ж'] }] })
})

test('the older encodings of Turkish, German and Russian', async () => {
  expect((await table('Ad;T\nI', bytes(0xfe, 0xfd, 0x6b), ';1')).lines[0]!.cells[0]).toBe('Işık')
  expect((await table('Name;T\nM', bytes(0xfc), 'ller;1')).lines[0]!.cells[0]).toBe('Müller')
  expect((await table(bytes(0xd4, 0xc8, 0xce), ';T\n', bytes(0xc8, 0xe2, 0xe0, 0xed), ';1')).lines[0]!.cells[0]).toBe(
    'Иван',
  )
})

test.each([
  ['no_text', ['PK\u0003\u0004\u0000\u0000']],
  ['no_text', ['%PDF-1.7\n', bytes(0, 0, 1, 2)]],
  ['no_text', [bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)]],
  ['empty', ['']],
  ['empty', ['Name;Phone\r\n;\r\n']],
  ['one_column', ['Name\nAda']],
  ['quotes', ['Name;Phone\n"Ada;1\nBora;2']],
  ['too_many', ['N;P\n', 'a;b\n'.repeat(MOST_LINES + 1)]],
  ['too_big', ['N;P\n', 'x'.repeat(MOST_BYTES)]],
] as const)('%s', async (fault, parts) => {
  expect(await read(...parts)).toMatchObject({ kind: 'fault', fault })
})

test('a line of a gigabyte is refused by its size, before a byte of it is read', async () => {
  const huge = { size: 2 ** 30, arrayBuffer: () => Promise.reject(new Error('read')) }
  expect(await readTable(huge as unknown as Blob)).toEqual({ kind: 'fault', fault: 'too_big' })
})

test('a file of the largest size that is one line ends soon', async () => {
  expect(await read('N;P\n', 'x'.repeat(MOST_BYTES - 10))).toMatchObject({ kind: 'table' })
})

test('many lines keep their order and their numbers over pieces', async () => {
  const { lines } = await table('N;P\n', Array.from({ length: 3001 }, (_, n) => `n${n};"${n}"`).join('\n'))
  expect(lines).toHaveLength(3001)
  expect(lines.every(({ line, cells }, n) => line === n + 2 && cells[1] === String(n))).toBe(true)
})

test('what was exported comes back as it was', async () => {
  const cells = ['=1+1', '+905321112233', '-5', 'a;"b"', "'quoted'"]
  expect((await table(csvOf(['a', 'b', 'c', 'd', 'e'], [cells], ';'))).lines[0]!.cells).toEqual(cells)
})
