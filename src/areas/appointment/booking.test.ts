import { expect, test } from 'vitest'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { type Booking, EMPTY_BOOKING, withChange } from './booking.ts'

const slot: Slot = {
  start: '2026-11-23T06:00:00.000Z',
  end: '2026-11-23T06:20:00.000Z',
  availabilityId: 'a',
  clinicId: 'c',
  zone: 'Europe/Istanbul',
  type: 'face-to-face',
  price: 10_000,
  currency: 'try',
}
const patient = { id: 'p', name: 'Ayşe Yılmaz', phone: null, birthDate: null }
const full: Booking = {
  ...EMPTY_BOOKING,
  patient,
  doctorId: 'd',
  clinicId: 'c',
  slot,
  payWith: 'bank_transfer',
  bankId: 'b',
  note: 'My knee',
  overlapSeen: true,
}

test.each([
  ['the doctor', { doctorId: 'e' }],
  ['the clinic', { clinicId: 'x' }],
  ['the kind of visit', { type: 'online' as const }],
])('choosing another %s releases the time and keeps what was typed', (_, change) => {
  expect(withChange(full, change)).toMatchObject({
    ...change,
    slot: null,
    bankId: null,
    overlapSeen: false,
    note: 'My knee',
    patient,
    payWith: 'bank_transfer',
  })
})

test('an acknowledged warning holds for that time and patient only', () => {
  expect(withChange(full, { note: 'Both knees' }).overlapSeen).toBe(true)
  expect(withChange(full, { slot: { ...slot, start: '2026-11-23T06:20:00.000Z' } }).overlapSeen).toBe(false)
  expect(withChange(full, { patient: { ...patient, id: 'q' } })).toMatchObject({ overlapSeen: false, slot })
})

test('changing the currency clears the account, changing the time does not', () => {
  expect(withChange(full, { slot: { ...slot, start: '2026-11-24T06:00:00.000Z' } }).bankId).toBe('b')
  expect(withChange(full, { slot: { ...slot, currency: 'eur' } }).bankId).toBeNull()
})
