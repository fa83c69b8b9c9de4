import { expect, test } from 'vitest'
import { withCamera } from './camera.ts'

test('the cached shell allows its page the camera and nothing else', async () => {
  const shell = new Response('<html>', {
    headers: {
      'content-type': 'text/html',
      'content-security-policy': "default-src 'none'",
      'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
    },
  })
  const given = withCamera(shell)
  expect(Object.fromEntries(given.headers)).toEqual({
    'content-type': 'text/html',
    'content-security-policy': "default-src 'none'",
    'permissions-policy': 'camera=(self), microphone=(self), geolocation=(self), payment=(), usb=()',
  })
  expect(await given.text()).toBe('<html>')
})
