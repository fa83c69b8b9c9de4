// @vitest-environment happy-dom
// first of all imports: the session lies in IndexedDB
import 'fake-indexeddb/auto'
import { act, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { dropToken } from '../../api/session.ts'
import { render } from '../../ui/testing.tsx'
import { useBadge } from './use-badge.ts'

let shown: (number | 'none')[] = []
beforeEach(() => {
  shown = []
  const set = async (count: number) => void shown.push(count)
  const clear = async () => void shown.push('none')
  Object.assign(navigator, { setAppBadge: set, clearAppBadge: clear })
})

test('the badge is the unread count, and absent at zero', async () => {
  await begin()
  await act(async () => count(12))
  await act(async () => count(0))
  expect(shown).toEqual([3, 12, 'none'])
})

test('signing out, here or by the server, removes the badge', async () => {
  await begin()
  await dropToken('of somebody who is not signed in')
  expect(shown).toEqual([3, 'none'])
})

test('a browser without badges, or one that refuses them, causes no error', async () => {
  const refused = vi.fn<() => Promise<void>>(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
  Object.assign(navigator, { setAppBadge: refused, clearAppBadge: undefined })
  await begin()
  await dropToken()
  expect(refused).toHaveBeenCalledOnce()
})

let count: (unread: number) => void = () => {}
const begin = () => render(<Counting hear={(set) => (count = set)} />)
function Counting({ hear }: { hear: (set: typeof count) => void }) {
  const [unread, setUnread] = useState(3)
  hear(setUnread)
  useBadge(unread)
  return null
}
