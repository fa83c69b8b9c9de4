import { availabilityCalls } from '../../../contract/availability/availability.ts'
import type { Input } from '../../../contract/calls.ts'
import type { Currency } from '../../../contract/kernel/constants.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { call } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange } from '../../sync/queue.ts'

/** The zone of new hours and the currency of their price: the clinic's, or the doctor's own. */
export type ClockAndCurrency = { readonly zone: string; readonly currency: Currency }

/** Adds hours. The device checks overlap with those it holds, the server with all (rule 8). Returns the entry's id. */
export const addHours = (device: Device, input: Omit<Input<'availability.add'>, 'id'>, facts: ClockAndCurrency) =>
  queueChange(device, 'availability.add', { id: newId(device.now()), ...input }, facts)

/** Changes that the server must decide at once, since they depend on what is booked in the hours (rules 10, 11). */
export async function editHours(device: Device, input: Input<'availability.update'>) {
  const outcome = await call(availabilityCalls['availability.update'], input)
  device.kick()
  return outcome
}
export async function deleteHours(device: Device, id: string) {
  const outcome = await call(availabilityCalls['availability.delete'], { id })
  device.kick()
  return outcome
}

/** Changes that may wait: each returns the entry's id for undo. `price` in minor units. */
export const setPrice = (device: Device, id: string, price: number) =>
  queueChange(device, 'availability.price', { id, price })
export const activate = (device: Device, id: string) => queueChange(device, 'availability.activate', { id })
export const passivate = (device: Device, id: string) => queueChange(device, 'availability.passivate', { id })

/** Keeps a time free of visits; bookings are not touched (rule 7). `start` and `end` are ISO instants. */
export const closeTime = (device: Device, input: Omit<Input<'busy.add'>, 'id'>) =>
  queueChange(device, 'busy.add', { id: newId(device.now()), ...input })
export const openTime = (device: Device, id: string) => queueChange(device, 'busy.remove', { id })
