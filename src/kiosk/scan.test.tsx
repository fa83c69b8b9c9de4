// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { byRole, click, render, until } from '../ui/testing.tsx'
import { canScan, Scan } from './scan.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a browser that reads no codes offers no scan', () => {
  vi.stubGlobal('BarcodeDetector', undefined)
  expect(canScan()).toBe(false)
})

test('a camera that is refused says so and leads back to typing', async () => {
  vi.stubGlobal('BarcodeDetector', function Detector() {})
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
  })
  const back = vi.fn<() => void>()
  await render(<Scan onBack={back} onRead={() => {}} />)
  await until(() => expect(document.body.textContent).toContain('The camera cannot be used'))
  await click(byRole('button', 'Type the code'))
  expect(back).toHaveBeenCalledOnce()
})
