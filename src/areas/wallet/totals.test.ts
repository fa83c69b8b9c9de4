import { expect, test } from 'vitest'
import { walletTotals } from './totals.ts'

const line = (clinicId: string | null, currency: 'try' | 'eur', balance: number) => ({ clinicId, currency, balance })

test('a wallet’s newest line has its balance', () =>
  expect(walletTotals([line(null, 'try', 1250), line(null, 'try', 1600)], [])).toEqual([
    { clinicId: null, currency: 'try', balance: 1250, reserved: 0 },
  ]))

test('a clinic’s credit is listed separately, and a payment reserves each part where it came from', () =>
  expect(
    walletTotals(
      [line('kuzey', 'try', 100), line(null, 'try', 200), line(null, 'eur', 300)],
      [
        { clinicId: 'kuzey', currency: 'try', status: 'waiting', walletAmount: 30, walletGiven: 10 },
        { clinicId: 'guney', currency: 'try', status: 'waiting', walletAmount: 5, walletGiven: 0 },
      ],
    ),
  ).toEqual([
    { clinicId: null, currency: 'eur', balance: 300, reserved: 0 },
    { clinicId: null, currency: 'try', balance: 200, reserved: 25 },
    { clinicId: 'kuzey', currency: 'try', balance: 100, reserved: 10 },
  ]))

test('only pending payments have a reserved amount', () =>
  expect(
    walletTotals(
      [line(null, 'try', 200)],
      [
        { clinicId: null, currency: 'try', status: 'completed', walletAmount: 20 },
        { clinicId: null, currency: 'try', status: 'cancelled', walletAmount: 20 },
        { clinicId: null, currency: 'try', status: 'waiting', walletAmount: 0 },
      ],
    )[0]?.reserved,
  ).toBe(0))
