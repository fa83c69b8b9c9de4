import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { openDatabase } from '../db/database.ts'
import { change } from './change.ts'
import { clearRecords, forgetDevice } from './clear.ts'

const NOW = Date.UTC(2026, 10, 22, 9)
const isThere = async (person: string) =>
  (await indexedDB.databases()).some(({ name }) => name === openDatabase(person).name)
const queue = (person: string) => {
  const db = openDatabase(person)
  const note = { id: newId(), patientId: newId(), text: 'kept' }
  return change(db, { person, name: 'P', host: 'test', now: NOW }, 'patient.addNote', note).finally(() => db.close())
}
const waiting = async (person: string) => {
  const db = openDatabase(person)
  const calls = (await db.outbox.toArray()).map(({ call }) => call)
  const records = (await db.table('patient_note').count()) + (await db.facts.count())
  db.close()
  return { calls, records }
}

test('rule 88: with nothing to send the whole database is deleted', async () => {
  const person = newId()
  const db = openDatabase(person)
  await db.facts.put({ name: 'cursor', value: 1 })
  db.close()
  await clearRecords(person)
  expect(await isThere(person)).toBe(false)
})

test('I11: waiting changes stay and everything else is deleted; on the person’s request they are too', async () => {
  const person = newId()
  await queue(person)
  await clearRecords(person)
  expect(await waiting(person)).toEqual({ calls: ['patient.addNote'], records: 0 })
  await forgetDevice(person)
  expect(await isThere(person)).toBe(false)
})

test('I1: a change made in another tab during sign-out is kept, or was never reported as saved', async () => {
  let kept = 0
  for (let pause = 0; pause < 24; pause++) {
    const person = newId()
    const db = openDatabase(person)
    await db.facts.put({ name: 'cursor', value: 1 })
    db.close()
    const clearing = clearRecords(person)
    for (let i = 0; i < pause; i++) await new Promise((go) => setImmediate(go))
    const saved = await queue(person).then(
      () => true,
      () => false,
    )
    await clearing
    const { calls } = await waiting(person)
    expect(calls).toEqual(saved ? ['patient.addNote'] : [])
    kept += calls.length
    await forgetDevice(person)
  }
  expect(kept).toBeGreaterThan(0)
})
