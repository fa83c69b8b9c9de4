import { notificationCalls } from '../../contract/notification.ts'
import { call } from '../api/call.ts'
import type { Device } from '../shell/device.tsx'

/** Marks all as read; with a network only. */
export async function readAll(device: Device) {
  const outcome = await call(notificationCalls['notification.readAll'], {})
  device.kick()
  return outcome
}
