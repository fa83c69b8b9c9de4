// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { afterFirstScreen, tellFirstScreen } from './first-screen.ts'

test('what can wait begins once the first screen is there, and at once from then on', async () => {
  const asked = vi.fn<() => void>()
  const calledOff = vi.fn<() => void>()
  afterFirstScreen(asked)
  afterFirstScreen(calledOff)()
  await new Promise((done) => setTimeout(done, 50))
  expect(asked).not.toHaveBeenCalled()
  tellFirstScreen()
  expect(asked).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
  const later = vi.fn<() => void>()
  afterFirstScreen(later)
  expect(later).toHaveBeenCalledOnce()
  expect(calledOff).not.toHaveBeenCalled()
})
