import { expect, test } from 'vitest'
import { walletTotals } from './totals.ts'

const line = (clinicId: string | null, currency: 'try' | 'eur', balance: number) => ({ clinicId, currency, balance })

test('the newest line of a wallet has its balance', () =>
  expect(walletTotals([line(null, 'try', 1250), line(null, 'try', 1600)], [], new Set())).toEqual([
    { clinicId: null, currency: 'try', balance: 1250, reserved: 0 },
  ]))

test('a private clinic keeps a wallet of its own; a public clinic’s payments use the one of all', () =>
  expect(
    walletTotals(
      [line('private', 'try', 100), line(null, 'try', 200), line(null, 'eur', 300)],
      [
        { clinicId: 'private', currency: 'try', status: 'waiting', walletAmount: 10 },
        { clinicId: 'public', currency: 'try', status: 'waiting', walletAmount: 20 },
      ],
      new Set(['private']),
    ),
  ).toEqual([
    { clinicId: null, currency: 'eur', balance: 300, reserved: 0 },
    { clinicId: null, currency: 'try', balance: 200, reserved: 20 },
    { clinicId: 'private', currency: 'try', balance: 100, reserved: 10 },
  ]))

test('only payments that wait have something set aside', () =>
  expect(
    walletTotals(
      [line(null, 'try', 200)],
      [
        { clinicId: null, currency: 'try', status: 'completed', walletAmount: 20 },
        { clinicId: null, currency: 'try', status: 'cancelled', walletAmount: 20 },
        { clinicId: null, currency: 'try', status: 'waiting', walletAmount: 0 },
      ],
      new Set(),
    )[0]?.reserved,
  ).toBe(0))
