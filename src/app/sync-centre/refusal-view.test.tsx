// @vitest-environment happy-dom
// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import type { Role } from '../../../contract/kernel/call.ts'
import { queuedCalls, rowOf } from '../../../contract/calls.ts'
import { sessionRecord } from '../../api/testing.ts'
import { openDatabase } from '../../db/database.ts'
import type { Entry } from '../../db/entry.ts'
import { DeviceContext, type Device } from '../../screen/device.ts'
import { render, until } from '../../ui/testing.tsx'
import { RefusalView } from './refusal-view.tsx'

const refused = (call: Entry['call']): Entry => ({
  id: newId(),
  call,
  payload: 1,
  input: { id: newId() },
  base: 1,
  was: null,
  keys: [],
  state: 'parked',
  attempts: 1,
  nextTry: 0,
  problem: { kind: 'refused', code: 'denied', details: {} } as unknown as Entry['problem'],
  person: newId(),
  host: 'test',
  build: 1,
  madeAt: '2026-11-27T08:00:00.000Z',
  by: 'Ayşe',
  facts: {} as Entry['facts'],
})

async function show(call: Entry['call'], role: Role) {
  const session = sessionRecord({})
  const person = { ...session.person, type: role }
  const device = {
    db: openDatabase(person.id, null),
    session,
    seal: null,
    person,
    settings: {},
    zone: 'Europe/Istanbul',
    now: Date.now,
    kick: () => {},
    storageFull: false,
  } as unknown as Device
  const record = { name: 'Ayşe Yılmaz', start: null, zone: 'Europe/Istanbul', phone: '+905321234567' }
  await render(
    <DeviceContext.Provider value={device}>
      <RefusalView entry={refused(call)} record={record} />
    </DeviceContext.Provider>,
  )
  await until(() => expect(document.body.textContent).toContain('Ayşe Yılmaz'))
  return document.body.textContent
}

test.each(queuedCalls.filter((call) => rowOf(call).writes?.removes))(
  '28.14: %s, a refused deletion, says that nothing was deleted and does not mention entries',
  async (call) => {
    const words = await show(call, 'clinic')
    expect(words).toContain('Nothing was deleted')
    expect(words).not.toContain('entries')
  },
)

test.each([
  ['clinic', true],
  ['doctor', true],
  ['admin', true],
  ['patient', false],
] as const)('28.14: %s advises to call the patient: %s', async (role, isTold) => {
  const words = await show('appointment.cancel', role)
  expect(words!.includes('Call the patient')).toBe(isTold)
  expect(words).toContain('Your entries are still here')
})
