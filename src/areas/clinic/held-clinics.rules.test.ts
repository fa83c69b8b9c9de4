import { expect, test } from 'vitest'
import { clinicsHeld } from './held-clinics.rules.ts'

const clinic = (id: string, its: { private?: boolean; deletedAt?: string } = {}) => ({
  id,
  private: its.private ?? false,
  deletedAt: its.deletedAt ?? null,
})
const all = [
  clinic('7'),
  ...['1', '2', '3', '4', '5', '6'].map((id) => clinic(id)),
  clinic('0', { private: true }),
  clinic('00', { deletedAt: '2026-01-01T00:00:00.000Z' }),
]
const idsOf = (chosen: readonly string[]) => clinicsHeld(all, chosen).held.map(({ id }) => id)

test('without a choice the first five public clinics are held, private and closed ones never', () => {
  expect(idsOf([])).toEqual(['1', '2', '3', '4', '5'])
  expect(clinicsHeld(all, []).open).toBe(7)
})

test('a chosen clinic is held while it is public: one that became private is not, and none replaces it', () => {
  expect(idsOf(['7', '2'])).toEqual(['2', '7'])
  expect(idsOf(['0', '7'])).toEqual(['7'])
  expect(idsOf(['0'])).toEqual([])
})
