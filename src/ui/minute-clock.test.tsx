// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatTime } from '../i18n/format.ts'
import { useViewerZone } from './minute-clock.ts'
import { render } from './testing.tsx'

let zone = 'Europe/Istanbul'
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: zone }
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const Wall = () => <p>{formatTime('2026-11-20T12:00:00Z', useViewerZone())}</p>

test('a traveller with an open page sees their local time within a minute', async () => {
  await render(<Wall />)
  expect(document.body.textContent).toBe('15:00')
  zone = 'Europe/Berlin'
  await act(() => vi.advanceTimersByTimeAsync(59_000))
  expect(document.body.textContent).toBe('15:00')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(document.body.textContent).toBe('13:00')
})
