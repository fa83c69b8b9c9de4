// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { fillText } from '../../../contract/notification/notification.rules.ts'
import type { Notification } from '../../../contract/notification/notification.ts'
import { NOTIFICATION_WORDS } from '../../../contract/notification/notification.words.ts'
import { render } from '../../ui/testing.tsx'
import { NotificationList } from './notification-list.tsx'

vi.mock('../../screen/device.ts', () => ({ useDevice: () => ({ zone: 'Europe/Istanbul' }) }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  Link: ({ children }: { children: React.ReactNode }) => <a href="/">{children}</a>,
}))

const { text } = NOTIFICATION_WORDS.en.price_corrected
/** Arguments that fill the text's first gap with `sign` until the text has `length` characters. */
const filled = (length: number, sign: string) => [sign.repeat(length - [...fillText(text, ['', ''])].length), '']
const row = (args: readonly string[]) =>
  ({
    id: args.join(),
    kind: 'price_corrected',
    args,
    read: true,
    appointmentId: 'a',
    createdAt: '2026-11-18T12:00:00.000Z',
  }) as unknown as Notification // only these fields are drawn

test.each(['x', '😀', '<b>'])(
  'SPEC §9: a text of 100 characters is shown whole, a longer one is cut at 100 with an ellipsis, and none is HTML (%s)',
  async (sign) => {
    const size = [...sign].length
    const fits = [sign.repeat(Math.floor(filled(100, 'x')[0]!.length / size)), '']
    const tooLong = [sign.repeat(120), '']
    await render(<NotificationList rows={[row(fits), row(tooLong)]} />)
    const [whole, cut] = [...document.querySelectorAll('.notice-text')].map((each) => each.textContent ?? '')
    expect(whole).toBe(fillText(text, fits))
    expect([...(cut ?? '')]).toEqual([...[...fillText(text, tooLong)].slice(0, 100), '…'])
    expect(document.querySelector('.notice-text *')).toBeNull()
  },
)
