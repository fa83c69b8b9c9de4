// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from '../../ui/testing.tsx'
import { ByCode } from './identify.tsx'

test('typing faster than the page renders loses no digit', async () => {
  const onProof = vi.fn<(proof: string) => void>()
  const none = () => {}
  await render(<ByCode onBack={none} onBirth={none} onScan={none} onProof={onProof} />)
  // all of them before the next render
  await act(async () => {
    for (const key of ['0', '0', '4', '2', 'x', 'Backspace', '2', '1', '1', '9'])
      dispatchEvent(new KeyboardEvent('keydown', { key }))
  })
  expect(onProof.mock.calls).toEqual([['code 004211']])
})
