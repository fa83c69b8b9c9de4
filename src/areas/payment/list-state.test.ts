import { describe, expect, test } from 'vitest'
import type { Payment } from '../../../contract/payment/payment.ts'
import { daysOf, filterPayments, totalsOf } from './list-state.ts'

const payment = (part: Partial<Payment>): Payment => ({
  id: '01900000-0000-7000-8000-000000000001',
  version: 1,
  appointmentId: null,
  patientId: 'p',
  patientName: 'Şükrü Öz',
  doctorId: 'd',
  clinicId: 'c',
  visitStart: null,
  zone: 'Europe/Istanbul',
  type: 'bank_transfer',
  status: 'waiting',
  refundStatus: 'none',
  refundTo: null,
  refundAskedAt: null,
  amount: 1000,
  walletAmount: 0,
  currency: 'try',
  commission: 150,
  earn: 850,
  earnStatus: 'waiting',
  linkId: null,
  payBy: null,
  addedAt: '2026-11-18T12:00:00.000Z',
  paidAt: null,
  cancelledAt: null,
  refundedAt: null,
  ...part,
})
const startsWith = (name: string, words: string) => name.startsWith(words)

describe('the days of a preset', () => {
  test.each([
    ['today', { from: 20261101, to: 20261101 }],
    ['yesterday', { from: 20261031, to: 20261031 }],
    ['last7', { from: 20261026, to: 20261101 }],
    ['month', { from: 20261101, to: 20261101 }],
    ['before', { from: 20261001, to: 20261031 }],
    ['all', {}],
  ] as const)('%s', (preset, days) => expect(daysOf(preset, 20261101)).toEqual(days))

  test('the month before January is last year’s December', () =>
    expect(daysOf('before', 20270115)).toEqual({ from: 20261201, to: 20261231 }))
})

describe('the filter over the payments on the device', () => {
  test('a day is the payment’s own, in its own zone', () => {
    // 21:30Z is the next day in Istanbul
    const late = payment({ addedAt: '2026-11-18T21:30:00.000Z' })
    expect(filterPayments([late], { from: 20261119, to: 20261119 }, '-added', startsWith)).toEqual([late])
    expect(filterPayments([late], { from: 20261118, to: 20261118 }, '-added', startsWith)).toEqual([])
  })

  test('by payment day, unpaid payments are left out', () => {
    const open = payment({})
    const paid = payment({ id: 'b', status: 'completed', paidAt: '2026-11-18T12:00:00.000Z' })
    expect(filterPayments([open, paid], { dated: 'paid', from: 20261118 }, '-added', startsWith)).toEqual([paid])
    expect(filterPayments([open, paid], {}, 'paid', startsWith)).toEqual([paid])
  })

  test('a payment without a doctor belongs to no doctor', () =>
    expect(filterPayments([payment({ doctorId: null })], { doctorId: 'd' }, '-added', startsWith)).toEqual([]))

  test('a reference is found whole or by its letters, a receipt by its number', () => {
    const one = payment({ id: '01900000-0000-7000-8000-00000000beef', reference: 'KUZEY-ACDEFG' })
    for (const keyword of ['kuzey-acdefg', 'ACDEFG', '00000000BEEF', 'Şükrü'])
      expect(filterPayments([one], { keyword }, '-added', startsWith)).toEqual([one])
    for (const keyword of ['CDEFG', '0000BEEF', 'KUZEY'])
      expect(filterPayments([one], { keyword }, '-added', startsWith)).toEqual([])
  })

  test('newest first, and reversed', () => {
    const [older, newer] = [payment({ id: 'a' }), payment({ id: 'b', addedAt: '2026-11-19T12:00:00.000Z' })]
    expect(filterPayments([older, newer], {}, '-added', startsWith)).toEqual([newer, older])
    expect(filterPayments([newer, older], {}, 'added', startsWith)).toEqual([older, newer])
  })
})

describe('totals of the rows on the device (rule 43)', () => {
  test('per currency; cancelled and refunded ones count only under their own heading', () => {
    const rows = [
      payment({}),
      payment({ status: 'completed' }),
      payment({ status: 'cancelled' }),
      payment({ status: 'completed', refundStatus: 'refunded' }),
      payment({ currency: 'eur', amount: 500, commission: 0, earn: 500 }),
    ]
    expect(totalsOf(rows)).toEqual([
      {
        currency: 'eur',
        count: 1,
        amount: 500,
        commission: 0,
        earn: 500,
        waiting: 500,
        completed: 0,
        cancelled: 0,
        refunded: 0,
      },
      {
        currency: 'try',
        count: 4,
        amount: 2000,
        commission: 300,
        earn: 1700,
        waiting: 1000,
        completed: 1000,
        cancelled: 1000,
        refunded: 1000,
      },
    ])
  })

  test('a person who may not see the commission gets none', () => {
    const { commission: _, ...own } = payment({})
    expect(totalsOf([own])[0]).not.toHaveProperty('commission')
  })
})
