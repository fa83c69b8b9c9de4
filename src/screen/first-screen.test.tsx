// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from '../ui/testing.tsx'
import { afterFirstScreen, tellFirstScreen } from './first-screen.ts'
import { useBelowFold } from './use-below-fold.ts'

/** Records each of its renders. */
function List({ drawn }: { drawn: string[] }) {
  drawn.push(useBelowFold() ? 'all' : 'above the fold')
  return null
}

test('deferred work starts once the first screen is shown, and immediately from then on', async () => {
  const onReady = vi.fn<() => void>()
  const calledOff = vi.fn<() => void>()
  const drawn: string[] = []
  await render(<List drawn={drawn} />)
  afterFirstScreen(onReady)
  afterFirstScreen(calledOff)()
  await new Promise((done) => setTimeout(done, 50))
  expect(onReady).not.toHaveBeenCalled()
  tellFirstScreen()
  expect(onReady).not.toHaveBeenCalled()
  expect(drawn).toEqual(['above the fold'])
  await act(() => vi.waitFor(() => expect(onReady).toHaveBeenCalledOnce()))
  expect(drawn).toEqual(['above the fold', 'all'])
  const later = vi.fn<() => void>()
  afterFirstScreen(later)
  expect(later).toHaveBeenCalledOnce()
  expect(calledOff).not.toHaveBeenCalled()
  const drawnLater: string[] = []
  await render(<List drawn={drawnLater} />)
  expect(drawnLater).toEqual(['all'])
})
