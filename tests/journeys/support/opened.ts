import type { Page } from '@playwright/test'
import type { TestServer } from './server.ts'

/** What no address alone shows: how to get there from one, in any language. */
export type Opened = { readonly path: string; readonly open: (page: Page) => Promise<void>; readonly leads?: true }

const act = (page: Page) => page.locator('main .btn.primary').first().click()

/** Of a clinic's desk: the form of a closure, and an import of patients up to its check. */
export const OF_DESK: readonly Opened[] = [
  { path: '/closure', open: act },
  { path: '/patient/import', open: chooseFile, leads: true },
  { path: '/patient/import', open: checkLines, leads: true },
]

/** A file of another software: its columns are to be named. */
async function chooseFile(page: Page) {
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: 'a-file-with-a-rather-long-name-as-other-software-writes-them-2026-11.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(FILE),
    })
  await page.locator('.import-columns').waitFor()
}

async function checkLines(page: Page) {
  await chooseFile(page)
  await act(page)
  await page.locator('dl.strip').first().waitFor()
  await page.locator('main .table tbody tr, main .row-card').first().waitFor()
}

const FILE = [
  'Ad;Soyad;Cep Telefonu;Doğum Tarihi;Notlar',
  'Hasta;Yeni;0506 100 10 01;17.05.1980;telefonda konuşuldu',
  ';;12;31.02.1980;',
  `${'Uzun'.repeat(40)};Soyadı;0506 100 10 02;01.01.1950;`,
].join('\r\n')

/** An import that was opened is no one's to go on with. */
export const dropImports = (server: TestServer) => server.sql(`delete from import where state = 'reading'`)
