// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { globSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { nextYearsRows } from '../db/next-year.ts'
import type { TableName } from '../../contract/kernel/table-names.ts'
import { NotificationList } from '../areas/notification/notification-list.tsx'
import { EARN_WORDS, REFUND_WORDS } from '../areas/payment/state-words.ts'
import { PaymentBadge, PaymentType, RefundTo, RefundWord } from '../areas/payment/payment-words.tsx'
import { LinkBadge } from '../areas/paymentlink/link-words.tsx'
import { render } from '../ui/testing.tsx'
import { wordOf } from './word-of.ts'

vi.mock('../screen/device.ts', () => ({ useDevice: () => ({ zone: 'Europe/Istanbul' }) }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  Link: ({ children }: { children: React.ReactNode }) => <a href="/">{children}</a>,
}))

const NEUTRAL = 'unknown in this version'
/** Next year's rows that a list draws. */
const shown = (table: TableName) => nextYearsRows(table).filter(({ isReadable }) => isReadable)

test('the bell renders notifications of unknown kinds', async () => {
  const rows = shown('notification').map(({ row }, i) => ({ ...row, id: String(i) }))
  await render(<NotificationList rows={rows as never} />)
  expect(document.querySelectorAll('.notice')).toHaveLength(rows.length)
})

test.each(shown('payment'))('$what: every value has a text', async ({ row }) => {
  const payment = row as never
  await render(
    <>
      <PaymentType payment={payment} />
      <PaymentBadge status={(row as never as { status: 'waiting' }).status} />
      <RefundWord payment={payment} />
      <RefundTo to="source" type={(row as never as { type: 'cash' }).type} />
    </>,
  )
  expect(document.body.textContent.trim()).not.toBe('')
})

test.each(shown('payment_link'))('$what: its state has a text', async ({ row }) => {
  await render(<LinkBadge status={(row as never as { status: 'paid' }).status} />)
  expect(document.body.textContent).toMatch(/\p{L}{3}/u)
})

test.each(['of_next_year', '', 'constructor', '__proto__', 'toString'])('the code %j gets the neutral text', (code) => {
  expect(i18n._(wordOf(REFUND_WORDS, code as never))).toBe(NEUTRAL)
  expect(i18n._(wordOf(EARN_WORDS, code as never))).toBe(NEUTRAL)
})

test('screens look up texts by a record’s code only through wordOf', () => {
  const ofARecord = /i18n\._\(\s*[A-Z_]+\[(?:\w+\.)+\w+\]/g
  const found = globSync('src/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(ofARecord)].map(([its]) => `${file}: ${its}`),
  )
  expect(found).toEqual([])
})
