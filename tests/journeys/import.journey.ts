import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import Papa from 'papaparse'
import { expect, test } from './support/journey.ts'

/** `npm run soak`: ten thousand lines, three hundred of them bad; `npm test`: a tenth of it. */
const LINES = process.env['BEDSIDE_SOAK'] ? 10_000 : 1_000
const BAD = LINES * 0.03
const LONG = LINES * 60

test('a clinic imports its patients: the bad lines are saved, fixed and imported, and then all of it is undone', async ({
  server,
  signedIn,
}) => {
  test.setTimeout(120_000 + 4 * LONG)
  const desk = await signedIn('kuzguncuk', 'clinic.kuzguncuk@demo.bedside.test', '/login')
  const { page } = desk
  const [before] = await server.sql<{ n: number }>('select count(*)::int as n from patient')
  const people = async () =>
    (await server.sql<{ n: number }>('select count(*)::int as n from patient'))[0]!.n - before!.n
  await desk.goto('/patient-list')
  await page.getByRole('link', { name: 'Import patients' }).click()

  // a file of another kind is refused in words, and nothing is sent
  await choose(page, 'patients.csv', Buffer.from('PK\u0003\u0004\u0000\u0000spreadsheet\u0000'))
  await expect(page.getByRole('alert')).toContainText('This is not a CSV file.')

  await choose(page, 'hastalar.csv', Buffer.from(`\uFEFF${file()}`))
  await expect(page.getByText(`${LINES.toLocaleString('en-GB')} lines`)).toBeVisible()
  const phone = page.getByLabel('What column “Cep Telefonu” has')
  await expect(phone).toHaveValue('phone')
  await expect(page.getByLabel('What column “Soyad” has')).toHaveValue('name')
  await expect(page.getByLabel('What column “Kayıt” has')).toHaveValue('')
  await phone.selectOption('')
  await expect(page.getByRole('button', { name: 'Check the lines' })).toHaveAttribute('aria-disabled', 'true')
  await phone.selectOption('phone')
  await page.getByRole('button', { name: 'Check the lines' }).click()

  // what would happen, before anyone is added
  await expect(figure(page, 'New patients')).toHaveText(number(LINES - BAD), { timeout: LONG })
  await expect(figure(page, 'Lines to fix')).toHaveText(number(BAD))
  expect(await people()).toBe(0)
  const row = page.getByRole('table', { name: 'Lines to fix' }).getByRole('row').nth(1)
  await expect(row).toContainText('Phone “12”: not a phone number')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const fixed = fix(await textOf(await saved))
  expect(fixed.length).toBe(BAD + 1)

  // the server dies in the middle and goes on where it was
  await page.getByRole('button', { name: `Add ${number(LINES - BAD)} patients` }).click()
  await expect(page.getByRole('progressbar', { name: 'Adding patients' })).toBeVisible()
  await expect.poll(people, { timeout: LONG }).toBeGreaterThan(0)
  await server.stop()
  await server.start()
  await expect(page.getByRole('heading', { name: 'The import is finished' })).toBeVisible({ timeout: LONG + 120_000 })
  await expect(figure(page, 'Patients added')).toHaveText(number(LINES - BAD))
  expect(await people()).toBe(LINES - BAD)

  // the fixed lines, with the columns remembered; then the first file again, in which everyone is known
  await choose(page, 'import-lines.csv', Buffer.from(Papa.unparse(fixed)))
  await page.getByRole('button', { name: 'Check the lines' }).click()
  await page.getByRole('button', { name: `Add ${number(BAD)} patients` }).click()
  await expect(page.getByRole('heading', { name: 'The import is finished' })).toBeVisible({ timeout: 120_000 })
  await expect(figure(page, 'Patients added')).toHaveText(number(BAD))
  expect(await people()).toBe(LINES)
  await choose(page, 'hastalar.csv', Buffer.from(file()))
  await page.getByRole('button', { name: 'Check the lines' }).click()
  await expect(figure(page, 'Known already')).toHaveText(number(LINES - BAD), { timeout: LONG })
  await expect(figure(page, 'New patients')).toHaveText('0')
  await page.getByRole('button', { name: 'Discard this import' }).click()

  // a patient who was edited since stays; the others go
  await server.sql(`update person set city = 'Bursa' where name = 'Hasta Soyadı5'`)
  for (const [nth, left] of [
    [0, LINES - BAD],
    [1, 1],
  ] as const) {
    await page.getByRole('button', { name: 'Show the result' }).nth(nth).click()
    await page.getByRole('button', { name: 'Undo this import' }).click()
    await page.getByRole('button', { name: 'Remove them' }).click()
    await expect(page.getByRole('heading', { name: 'The import was undone' })).toBeVisible({ timeout: LONG + 120_000 })
    expect(await people()).toBe(left)
  }
  await expect(figure(page, 'Left in place')).toHaveText('1')
  await expect(page.getByRole('table', { name: 'Left in place' })).toContainText('The record was changed')
  await server.sql('delete from import_line')
  for (const table of ['patient', 'person']) await server.sql(`delete from ${table} where name = 'Hasta Soyadı5'`)

  await desk.cut('network off')
  await desk.goto('/patient/import')
  await expect(page.getByText('You need to be online to import')).toBeVisible()
  await desk.mend('network off')
})

const number = (n: number) => n.toLocaleString('en-GB')
const figure = (page: Page, name: string) =>
  page
    .locator('dl.strip > div')
    .filter({ has: page.locator('dt', { hasText: name }) })
    .locator('dd')

async function choose(page: Page, name: string, buffer: Buffer) {
  await page.locator('input[type="file"]').first().setInputFiles({ name, mimeType: 'text/csv', buffer })
}

/** As another clinic's software saves it: first and last name apart, semicolons, and every so many a bad line. */
function file(): string {
  const every = LINES / BAD
  const lines = Array.from({ length: LINES }, (_, n) => {
    const isBad = n % every < 1
    const kind = Math.floor(n / every) % 3
    const phone = isBad && kind === 0 ? '12' : phoneOf(n)
    const born = isBad && kind === 1 ? '31.02.1980' : bornOf(n)
    return `${isBad && kind === 2 ? ';' : `Hasta;Soyadı${n}`};${phone};${born};${n}`
  })
  return ['Ad;Soyad;Cep Telefonu;Doğum Tarihi;Kayıt', ...lines].join('\r\n')
}
const phoneOf = (n: number) => `0506 ${String(1_000_000 + n).slice(0, 3)} ${String(1_000_000 + n).slice(3)}`
const bornOf = (n: number) =>
  `${String((n % 28) + 1).padStart(2, '0')}.${String((n % 12) + 1).padStart(2, '0')}.${1930 + (n % 80)}`

/** What a person does with the saved lines: writes what is missing, and corrects what is wrong. */
function fix(text: string): string[][] {
  const [head, ...rows] = Papa.parse<string[]>(text.trim().replace('\uFEFF', '')).data
  const at = (name: string) => head!.indexOf(name)
  const fixed = rows.map((cells, n) =>
    cells.map((cell, column) => {
      if (column === at('Name')) return cell || `Düzeltilmiş ${n}`
      if (column === at('Phone') && cell === '12') return `0507 100 ${String(1000 + n)}`
      if (column === at('Date of birth')) return cell.replace('31.02.', '28.02.')
      return cell
    }),
  )
  return [head!, ...fixed]
}

const textOf = async (download: Download) => readFile(await download.path(), 'utf8')
