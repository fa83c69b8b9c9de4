// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { Boundary } from './boundary.tsx'
import { Dialog, Sheet } from './dialog.tsx'
import { byRole, click, render } from './testing.tsx'

let isBroken = true
function Part() {
  if (isBroken) throw new Error('no such word')
  return <p>whole</p>
}
beforeEach(() => {
  isBroken = true
  // React logs each error that a boundary caught
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('the surroundings of an error keep working, and retrying renders the failed part', async () => {
  await render(
    <>
      <h1>Around</h1>
      <Boundary>
        <Part />
      </Boundary>
    </>,
  )
  expect(document.body.textContent).toContain('Around')
  expect(byRole('alert').textContent).toContain('could not be shown')
  isBroken = false
  await click(byRole('button', 'Try again'))
  expect(document.body.textContent).toContain('whole')
})

test.each([
  ['a dialog', Dialog],
  ['a sheet', Sheet],
])('a failing %s can still be closed, over an intact page', async (_, Panel) => {
  const close = vi.fn<(open: boolean) => void>()
  await render(
    <>
      <h1>Page</h1>
      <Panel open onOpenChange={close} title="Cancel?" footer={<button type="button">Keep it</button>}>
        <Part />
      </Panel>
    </>,
  )
  expect(document.body.textContent).toContain('Page')
  expect(byRole('dialog').textContent).toContain('could not be shown')
  await click(byRole('button', 'Keep it'))
  isBroken = false
  await click(byRole('button', 'Try again'))
  expect(byRole('dialog').textContent).toContain('whole')
})
