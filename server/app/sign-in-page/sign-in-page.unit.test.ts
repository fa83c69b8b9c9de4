import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../../contract/kernel/constants.ts'
import type { ClinicFace } from '../../../contract/clinic/clinic.face.ts'
import { brandOf } from './brand.ts'
import { LOGIN_TYPES } from '../../../contract/session/session.rules.ts'
import { markupOf } from './markup.ts'
import { stylesFor } from './styles.ts'
import { readWords, MESSAGES, wordsOf } from './words.ts'

const face = {
  name: 'Klinik',
  brand: '#00677d',
  logoId: null,
  address: null,
  city: 'İstanbul',
  phone: null,
} as unknown as ClinicFace

test('every text of the page has a translation in each language', () => {
  const missing = LANGUAGES.flatMap((language) => {
    const catalog = readFileSync(join(import.meta.dirname, '../../../locales', language, 'door.po'), 'utf8')
    return MESSAGES.filter((id) => !wordsOf(catalog, id)).map((id) => `${language}: ${id}`)
  })
  expect(missing).toEqual([])
})

test('a clinic’s name is text, whatever it contains', async () => {
  const { tr } = await readWords()
  const hostile = `"><script>alert(1)</script>'&`
  const page = markupOf('patient', 'tr', tr, {
    ...face,
    name: hostile,
    address: hostile,
    phone: hostile,
    logoId: hostile,
  })
  expect(page).not.toContain('<script')
  expect(page.match(/alert\(1\)/g)?.length).toBeGreaterThanOrEqual(4)
  expect([...page.matchAll(/&(?!#\d+;)/g)]).toEqual([])
})

test.each(LOGIN_TYPES)('%s: the form is sent in a body, and each field has a label', async (type) => {
  const page = markupOf(type, 'de', (await readWords()).de, null)
  expect(page).toMatch(/<form [^>]*method="post"/)
  for (const [, id] of page.matchAll(/<input id="([\w-]+)"[^>]*class="input"/g)) expect(page).toContain(`for="${id}"`)
  expect(page).toContain('Anmelden')
  // by default staff share a device and patients do not (src/areas/session/shared-choice.ts)
  expect(/id="early-shared" type="checkbox" checked/.test(page)).toBe(type !== 'patient')
})

describe('styles', () => {
  const sheet = `@font-face{font-family:X;src:url(x)}:root{--a:1}.in .here{color:red}.in,.out{top:0}.out .in{left:0}#no{top:1px}
    @media (width<=767px){.in{top:1px}.out{top:2px}}@media print{.out{top:3px}}@keyframes k{to{top:0}}@layer a,b;[data-theme=dark]{--a:2}.in:hover{top:4px}.in{&.out{top:5px}& .here{top:6px}}`
  test('the rules that can match the page stay, in order, and nothing else', () => {
    const found = stylesFor(sheet, '<div class="in"><b class="here"></b></div>').replaceAll(/\s/g, '')
    expect(found).toBe(
      ':root{--a:1}.in.here{color:red}.in{top:0}@media(width<=767px){.in{top:1px}}@layera,b;[data-theme=dark]{--a:2}.in:hover{top:4px}.in{&.here{top:6px}}'.replaceAll(
        /\s/g,
        '',
      ),
    )
  })
})

test('a colour is parsed to the hue and chroma that the browser sees', () => {
  // as Chromium says `oklch(from #00677d l c h)`: 0.474 0.0855 218.7
  expect(brandOf('#00677d')).toEqual({ hue: 219, chroma: 0.086 })
  expect(brandOf('#808080')).toMatchObject({ chroma: 0 })
  expect(brandOf('#ff0000')).toEqual({ hue: 29, chroma: 0.2 })
  expect(brandOf('red')).toBeNull()
})
