import { appointmentCalls } from '../../../contract/appointment/appointment.ts'
import type { Input } from '../../../contract/calls.ts'
import type { Facts } from '../../../contract/kernel/effect.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { call } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange as queue } from '../../sync/queue.ts'
import type { ShownVisit } from './queries.ts'

/**
 * Acts on a visit. Each resolves with the entry's id once the change is on this device's disk, so that it can be undone
 * while it waits; it throws `NotSaved` if the device has no room, and the form keeps the input. The button asks
 * `contract/appointment/appointment.rules.ts` whether it is allowed; the server decides.
 */
export const complete = (device: Device, { id }: Visit) => queue(device, 'appointment.complete', { id })
export const reopen = (device: Device, { id }: Pick<Visit, 'id'>) => queue(device, 'appointment.reopen', { id })
export const cancel = (device: Device, { id }: Visit, reason: string | null) =>
  queue(device, 'appointment.cancel', { id, reason: reason?.trim() || null })
export const arrive = (device: Device, { id }: Visit) => queue(device, 'appointment.arrive', { id })
export const unarrive = (device: Device, { id }: Visit) => queue(device, 'appointment.unarrive', { id })
export const confirm = (device: Device, { id }: Pick<Visit, 'id'>) => queue(device, 'appointment.confirm', { id })
export const unconfirm = (device: Device, { id }: Pick<Visit, 'id'>) => queue(device, 'appointment.unconfirm', { id })
export const markNoShow = (device: Device, { id }: Visit) => queue(device, 'appointment.noShow', { id })
/**
 * `doctorId`: another doctor, chosen by a desk; absent, the same doctor. `overrides`: the rules that a time of one's
 * own choice breaks.
 */
export const move = (
  device: Device,
  { id, duration }: Visit,
  start: string,
  { doctorId, overrides }: Pick<Input<'appointment.move'>, 'doctorId' | 'overrides'> = {},
) =>
  queue(device, 'appointment.move', {
    id,
    start,
    duration,
    ...(doctorId && { doctorId }),
    ...(overrides && { overrides }),
  })
export const edit = (device: Device, { id }: Visit, fields: Omit<Input<'appointment.update'>, 'id'>) =>
  queue(device, 'appointment.update', { id, ...fields })

/**
 * Books a slot, tentatively until the server accepts it (rule 22). `facts` are what the screen showed: name, price,
 * zone.
 */
export async function book(
  device: Device,
  input: Omit<Input<'appointment.book'>, 'id' | 'paymentId'>,
  facts: Facts,
): Promise<{ visit: string; payment: string; entry: string }> {
  const ids = { id: newId(device.now()), paymentId: newId(device.now()) }
  const entry = await queue(device, 'appointment.book', { ...input, ...ids }, facts)
  return { visit: ids.id, payment: ids.paymentId, entry }
}

/** Completes several visits at once, only with a network; returns those that the server refused (rule 26). */
export async function completeMany(device: Device, ids: string[]) {
  const outcome = await call(appointmentCalls['appointment.completeMany'], { ids })
  device.kick()
  return outcome
}

type Visit = Pick<ShownVisit, 'id' | 'duration'>
