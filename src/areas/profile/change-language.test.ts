// @vitest-environment happy-dom
// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { expect, onTestFinished, test } from 'vitest'
import type { Language } from '../../../contract/kernel/constants.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { openDatabase, rowsIn } from '../../db/database.ts'
import { show } from '../../db/row.ts'
import type { Device } from '../../screen/device.ts'
import { changeLanguage } from './commands.ts'

/** A shared device whose person reads English, as its screens know it before anything is chosen. */
async function begin() {
  const id = newId()
  const db = openDatabase(id)
  onTestFinished(() => void db.delete())
  await rowsIn(db, 'person').add({ id, _b: ['self'], version: 1, pending: 0, body: { lang: 'en', name: 'Ayşe Işık' } })
  const device = {
    db,
    person: { id, name: 'Ayşe Işık', lang: 'en' },
    session: { shared: true },
    storageFull: false,
    now: () => 1,
    kick: () => {},
  } as unknown as Device // only these fields are read
  const choose = (lang: Language) => changeLanguage(device, lang)
  const kept = async () => show('person', (await rowsIn(db, 'person').get(id))!).lang
  const shown = () => [document.documentElement.lang, /user-lang=(\w+)/.exec(document.cookie)?.[1]]
  return { db, choose, kept, shown }
}

test('a choice reverted before it was written is reverted in the profile too', async () => {
  const { db, choose, kept, shown } = await begin()
  await Promise.all([choose('de'), choose('en')])
  expect([await kept(), shown()]).toEqual(['en', ['en', 'en']])
  const first = choose('de')
  while ((await kept()) !== 'de') await new Promise((go) => setTimeout(go))
  await Promise.all([first, choose('en')])
  expect([await kept(), shown()]).toEqual(['en', ['en', 'en']])
  // no other language is sent to the server
  expect((await db.outbox.toArray()).map(({ input }) => input['lang']).filter((lang) => lang !== 'en')).toEqual([])
})

test('a language is saved as soon as it is shown: the page may close at once (I2)', async () => {
  const { choose, kept } = await begin()
  document.documentElement.lang = 'en'
  const seen = new Promise((see) =>
    new MutationObserver(see).observe(document.documentElement, { attributeFilter: ['lang'] }),
  )
  const choice = choose('ru')
  await seen
  expect(await kept()).toBe('ru')
  await choice
})

test('of several quick choices the last one counts', async () => {
  const { choose, kept, shown } = await begin()
  await Promise.all((['de', 'ru', 'tr', 'de', 'ru'] as const).map(choose))
  expect([await kept(), shown()]).toEqual(['ru', ['ru', 'ru']])
})
