// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { render, until } from '../ui/testing.tsx'
import { openDatabase } from './database.ts'
import { readAhead, useShared } from './shared-query.ts'

const db = openDatabase(newId())
afterAll(() => db.delete())

/** A question of its own for each test, since those of the last one linger. */
let name = ''
let reads = 0
let ask: () => Promise<string>
const drawn: unknown[] = []
beforeEach(async () => {
  const its = (name = newId())
  reads = 0
  drawn.length = 0
  ask = async () => {
    if (its === name) reads++
    return String((await db.facts.get('word'))?.value)
  }
  await db.facts.put({ name: 'word', value: 'one' })
  await settled()
})

/** Time for listeners to receive what was written. */
const settled = () => new Promise((done) => setTimeout(done, 50))

function Shows() {
  const word = useShared(db, { name, ask })
  drawn.push(word)
  return <p>{word}</p>
}
const words = () => [...document.querySelectorAll('p')].map((each) => each.textContent)

test('SYNC “Query habits”: concurrent readers share one query, and all are notified of a change', async () => {
  await render(
    <>
      <Shows />
      <Shows />
    </>,
  )
  await until(() => expect(words()).toEqual(['one', 'one']))
  expect(reads).toBe(1)
  await db.facts.put({ name: 'word', value: 'two' })
  await until(() => expect(words()).toEqual(['two', 'two']))
  expect(reads).toBe(2)
})

test('a query without changes notifies no one; unchanged rows of a changed list stay the same objects', async () => {
  const asks = async () =>
    (await db.facts.where('name').startsWith('row').toArray()).map((row) => ({ ...row, id: row.name }))
  await db.facts.bulkPut([
    { name: 'row1', value: 'a' },
    { name: 'row2', value: 'b' },
  ])
  const lists: { id: string }[][] = []
  function Lists() {
    const rows = useShared(db, { name: `${name} rows`, ask: asks })
    if (rows) lists.push(rows)
    return null
  }
  await render(<Lists />)
  await until(() => expect(lists.length).toBe(1))
  await db.facts.put({ name: 'row1', value: 'a' })
  await new Promise((done) => setTimeout(done, 200))
  expect(lists.length).toBe(1)
  await db.facts.put({ name: 'row1', value: 'c' })
  await until(() => expect(lists.length).toBe(2))
  expect([lists[1]![0] === lists[0]![0], lists[1]![1] === lists[0]![1]]).toEqual([false, true])
})

test('a prefetched result is there at the first render', async () => {
  expect(await readAhead(db, { name, ask })).toBe('one')
  await render(<Shows />)
  expect(drawn[0]).toBe('one')
  expect(reads).toBe(1)
  await db.facts.put({ name: 'word', value: 'two' })
  await until(() => expect(words()).toEqual(['two']))
})

test('an unused query is not read again; a later reader starts a new one', async () => {
  expect(await readAhead(db, { name, ask })).toBe('one')
  await new Promise((done) => setTimeout(done, 2200))
  await db.facts.put({ name: 'word', value: 'two' })
  await settled()
  expect(reads).toBe(1)
  expect(await readAhead(db, { name, ask })).toBe('two')
  expect(reads).toBe(2)
})

test('a failed query reports to all its readers, and the next reader starts a new one that works for those who follow', async () => {
  const fails = () => Promise.reject(new Error('the store is gone'))
  const both = [readAhead(db, { name, ask: fails }), readAhead(db, { name, ask: fails })]
  for (const each of both) await expect(each).rejects.toThrow('the store is gone')
  expect(await readAhead(db, { name, ask })).toBe('one')
  // the end of the failed query does not end this one
  await new Promise((done) => setTimeout(done, 600))
  await render(<Shows />)
  await new Promise((done) => setTimeout(done, 2000))
  await render(<Shows />)
  expect(drawn.filter((word) => word === undefined)).toEqual([])
  expect(reads).toBe(1)
  await db.facts.put({ name: 'word', value: 'two' })
  await until(() => expect(words()).toEqual(['two', 'two']))
  expect(reads).toBe(2)
})
