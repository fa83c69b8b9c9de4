import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EXCEPTIONS, isMeant, licencesOf, whyNotLicensed } from '../tools/licences/licences.ts'

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const all = licencesOf(packages)

test('every package of the lockfile has an allowed licence, or a written reason', () => {
  const refused = all.flatMap((its) => {
    const why = whyNotLicensed(its)
    return why ? [`${its.name}@${its.version} ${why}`] : []
  })
  expect(refused).toEqual([])
  expect(all.length).toBeGreaterThan(1000)
})

test('no reason is left for a package that is gone or has another licence', () => {
  expect(EXCEPTIONS.filter((each) => !all.some((its) => isMeant(each, its))).map(({ name }) => name)).toEqual([])
})

test.each([
  ['MIT', false, null],
  ['(MIT OR GPL-3.0-only)', false, null],
  ['MIT AND ISC', false, null],
  ['MPL-2.0', true, null],
  ['MPL-2.0', false, 'is under MPL-2.0'],
  ['MIT AND GPL-3.0-only', false, 'is under MIT AND GPL-3.0-only'],
  ['AGPL-3.0-only', true, 'is under AGPL-3.0-only'],
  ['(MIT OR ISC) AND MIT', true, 'has an expression nobody has read: (MIT OR ISC) AND MIT'],
  ['UNLICENSED', true, 'is under UNLICENSED'],
  [null, true, 'says no licence'],
])('%s, a tool: %s', (licence, dev, why) => {
  expect(whyNotLicensed({ name: 'made-up', version: '1.0.0', licence, dev })).toBe(why)
})

test('a reason covers one licence: a package that changes its own is checked again', () => {
  const font = { name: '@fontsource/noto-sans', version: '9.0.0', dev: false }
  expect(whyNotLicensed({ ...font, licence: 'OFL-1.1' })).toBeNull()
  expect(whyNotLicensed({ ...font, licence: 'GPL-3.0-only' })).toBe('is under GPL-3.0-only')
})

test('a build for another platform without a licence has its siblings’, anything else none', () => {
  const locked = {
    '': { version: '1.0.0' },
    'node_modules/@tool/linux': { version: '2.0.0', license: 'MIT' },
    'node_modules/@tool/windows': { version: '2.0.0', os: ['win32'] },
    'node_modules/@tool/other': { version: '2.0.0' },
    'node_modules/a/node_modules/b': { version: '3.0.0', license: 'ISC', dev: true },
    'node_modules/b': { version: '3.0.0', license: 'ISC' },
  }
  expect(licencesOf(locked)).toEqual([
    { name: '@tool/linux', version: '2.0.0', licence: 'MIT', dev: false },
    { name: '@tool/other', version: '2.0.0', licence: null, dev: false },
    { name: '@tool/windows', version: '2.0.0', licence: 'MIT', dev: false },
    { name: 'b', version: '3.0.0', licence: 'ISC', dev: false },
  ])
})
