// @vitest-environment happy-dom
// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import type { Outcome } from '../api/call.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { render, until } from '../ui/testing.tsx'
import { DeviceContext, type Device } from './device.ts'
import { useAnswer } from './use-answer.ts'

let db: Database
let outcomes: Outcome<string>[] = []
let asked = 0

beforeEach(() => {
  db = openDatabase(newId())
  asked = 0
})
afterEach(() => db.delete())

function Shown() {
  const { value, problem } = useAnswer(async () => outcomes[Math.min(asked++, outcomes.length - 1)]!, 'key')
  return <p>{value ?? problem?.kind ?? 'asking'}</p>
}
const shown = () => document.querySelector('p')?.textContent
const draw = () => {
  const device: Pick<Device, 'db' | 'now'> = { db, now: () => 0 }
  return render(
    <DeviceContext value={device as Device}>
      <Shown />
    </DeviceContext>,
  )
}

test('a server that was unreachable once, while the line counts as connected, is asked again', async () => {
  outcomes = [{ kind: 'unreachable' }, { kind: 'done', reply: 'the answer' }]
  await draw()
  await until(() => expect(shown()).toBe('unreachable'))
  await until(() => expect(shown()).toBe('the answer'))
  expect(asked).toBe(2)
})

test('without a line nothing is asked until it is back', async () => {
  outcomes = [{ kind: 'unreachable' }, { kind: 'done', reply: 'the answer' }]
  await db.facts.put({ name: 'line', value: 'offline' })
  await draw()
  await until(() => expect(shown()).toBe('unreachable'))
  await new Promise((later) => setTimeout(later, 1500))
  expect(asked).toBe(1)
  await db.facts.put({ name: 'line', value: 'online' })
  await until(() => expect(shown()).toBe('the answer'))
})

test('a refusal is not asked again', async () => {
  outcomes = [{ kind: 'refused', code: 'not_found', status: 404, details: {} }]
  await draw()
  await until(() => expect(shown()).toBe('refused'))
  await new Promise((later) => setTimeout(later, 1500))
  expect(asked).toBe(1)
})
