import { expect, test } from 'vitest'
import type { Entry } from '../../db/entry.ts'
import { differing } from './conflict-facts.ts'

const conflict = (call: Entry['call'], input: object, fields: readonly string[]) => ({
  call,
  input: { id: 'x', ...input },
  problem: { kind: 'conflict', status: 412, code: 'changed_since', details: { fields }, at: '' } as const,
})

test('a fact changed only on this device is shown too: the refusal held it back with the others', () => {
  const entry = conflict('clinic.update', { name: 'Mine', appName: 'M' }, ['name'])
  expect(differing(entry, { name: 'Theirs', appName: 'T' })).toEqual([
    { name: 'name', fields: ['name'], theirs: true },
    { name: 'appName', fields: ['appName'], theirs: false },
  ])
})

test('fields of one fact are one choice', () => {
  const entry = conflict('patient.update', { emergencyName: 'A', emergencyPhone: '+90532' }, ['emergencyPhone'])
  expect(differing(entry, { emergencyName: 'B', emergencyPhone: null })).toEqual([
    { name: 'emergency', fields: ['emergencyName', 'emergencyPhone'], theirs: true },
  ])
  expect(
    differing(conflict('appointment.move', { start: 'a', duration: 20 }, ['start']), { start: 'b', duration: 30 }),
  ).toEqual([{ name: 'time', fields: ['start', 'duration'], theirs: true }])
})

test('equal values are no choice; multilingual texts and lists are compared as a whole', () => {
  const name = [{ lang: 'tr', value: 'Göz' }]
  expect(
    differing(conflict('branch.update', { name, onlineCalls: true }, ['name']), { name, onlineCalls: true }),
  ).toEqual([])
  expect(
    differing(conflict('doctor.update', { certificates: ['a'], city: null }, ['certificates']), {
      certificates: ['a', 'b'],
    }),
  ).toEqual([{ name: 'certificates', fields: ['certificates'], theirs: true }])
})
