import { glob, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { superuserPool } from '../../tests/support/superuser-pool.ts'
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { LOCK_KINDS, SESSION_LOCKS } from './advisory.ts'

let database: TestDatabase
beforeAll(async () => void (database = await freshDatabase()))
afterAll(() => database.drop())

test('every database function locks with a kind of the list, never with a number that a session can hold', async () => {
  const pool = superuserPool(database.url, 1)
  const { rows } = await pool.query<{ name: string; body: string }>(
    `select proname as name, prosrc as body from pg_proc p join pg_namespace n on n.oid = pronamespace
      where nspname = 'public' and prosrc ~ 'advisory'`,
  )
  await pool.end()
  expect(rows.map(({ name }) => name)).toContain('keep_superadmin')
  for (const { name, body } of rows)
    for (const [, key = ''] of body.matchAll(/pg_\w*advisory\w*\((.*?)\);/g)) {
      const kind = /^hashtextextended\('([a-z-]+):?'/.exec(key)?.[1]
      expect([name, key, (LOCK_KINDS as readonly (string | undefined)[]).includes(kind)]).toEqual([name, key, true])
    }
})

test('locks are taken only through the list: the calls are in these files, and the numbers nowhere else', async () => {
  const found = new Set<string>()
  for await (const file of glob('server/**/*.ts', { exclude: (path) => path.endsWith('.test.ts') })) {
    const text = await readFile(file, 'utf8')
    if (/pg_(try_)?advisory/.test(text)) found.add(file)
    if (Object.values(SESSION_LOCKS).some((key) => text.replaceAll('_', '').includes(String(key)))) found.add(file)
  }
  expect([...found].toSorted()).toEqual([
    // one backup of a database at a time
    'server/backup/make.ts',
    // holds the app's lock, so that no app starts on the database that it fills
    'server/backup/restore.ts',
    'server/db/advisory.ts',
    'server/db/app-lock.ts',
    'server/db/migrate.ts',
    // holds the app's lock, so that no app starts on the database that it reads
    'server/db/upgrade.ts',
  ])
})
