import { MUTES, type Mute } from '../../../contract/notification/notification.rules.ts'
import { notificationCalls } from '../../../contract/notification/notification.ts'
import { call } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange } from '../../sync/queue.ts'

/**
 * Marks one as read, offline too. If the device has no room it stays unread without an error, since nothing is lost.
 */
export async function markRead(device: Device, id: string): Promise<void> {
  await queueChange(device, 'notification.read', { id }).catch(() => undefined)
}

/**
 * Marks all as read on the server, which has more than this device holds; without a network those on this device, one
 * by one.
 */
export async function readAll(device: Device, unread: readonly { readonly id: string }[]): Promise<void> {
  const outcome = await call(notificationCalls['notification.readAll'], {})
  if (outcome.kind === 'unreachable') for (const { id } of unread) await markRead(device, id)
  device.kick()
}

/**
 * Saves the cells that a person switches off, in the order of the grid, so that the same choice gives the same record.
 */
export const silence = (device: Device, muted: readonly Mute[]): Promise<string> =>
  queueChange(device, 'profile.update', {
    id: device.person.id,
    // leaves out cells of a newer build's grid, since this build's contract would refuse the whole list
    muted: MUTES.filter((each) => muted.includes(each)).toSorted(),
  })
