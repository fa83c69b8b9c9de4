// @vitest-environment happy-dom
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { byRole, click, render, until } from '../../ui/testing.tsx'
import { ByCode } from './identify.tsx'
import { Scan } from './scan.tsx'

afterEach(() => vi.unstubAllGlobals())

const CAMERA = { kind: 'videoinput' }
const MICROPHONE = { kind: 'audioinput' }
const pass = () => {}
const isOffered = () => document.body.textContent?.includes('Scan the code')
let isRequested = false

/** Renders on a device with these media devices; its camera answers as given. */
function stand(devices: readonly { kind: string }[], camera: () => Promise<unknown> = () => new Promise(pass)) {
  isRequested = false
  const enumerateDevices = async () => {
    // lets the answer be handled before the next task
    setTimeout(() => (isRequested = true))
    return devices
  }
  const value = Object.assign(new EventTarget(), { enumerateDevices, getUserMedia: camera })
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value })
}

test.each([
  ['a camera', [MICROPHONE, CAMERA], true],
  ['none', [MICROPHONE], false],
  ['nothing it tells of', [], false],
] as const)(
  'a device with %s, with or without a built-in code reader: scanning is offered %s',
  async (_, devices, offered) => {
    vi.stubGlobal('BarcodeDetector', undefined)
    stand(devices)
    await render(<ByCode onBack={pass} onProof={pass} onBirth={pass} onScan={pass} />)
    // the devices were listed before the wait ended, even if there are none
    await until(() => expect([isOffered(), isRequested]).toEqual([offered, true]))
  },
)

test('no camera is requested at an address that is not secure', async () => {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined })
  await render(<ByCode onBack={pass} onProof={pass} onBirth={pass} onScan={pass} />)
  expect(isOffered()).toBe(false)
})

test('a refused camera says so and leads back to typing', async () => {
  stand([CAMERA], () => Promise.reject(new DOMException('no', 'NotAllowedError')))
  const back = vi.fn<() => void>()
  await render(<Scan onBack={back} onRead={pass} />)
  await until(() => expect(document.body.textContent).toContain('The camera cannot be used'))
  await click(byRole('button', 'Type the code'))
  expect(back).toHaveBeenCalledOnce()
})

test('a camera that opens after the step was left is closed at once', async () => {
  const stop = vi.fn<() => void>()
  let open: (stream: unknown) => void = pass
  stand([CAMERA], () => new Promise((resolve) => (open = resolve)))
  await render(<UntilLeft />)
  await click(byRole('button', 'Type the code'))
  open({ getTracks: () => [{ stop }] })
  await until(() => expect(stop).toHaveBeenCalledOnce())
})

function UntilLeft() {
  const [here, setHere] = useState(true)
  return here && <Scan onBack={() => setHere(false)} onRead={pass} />
}
