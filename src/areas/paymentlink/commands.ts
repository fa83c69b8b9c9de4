import type { Input } from '../../../contract/calls.ts'
import { paymentlinkCalls } from '../../../contract/paymentlink/paymentlink.ts'
import { call, callOn, type Outcome } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'

/**
 * Links are made, sent and ended only with a connection (rule 46). `id` stays the same for every attempt of one form.
 */
export const addLink = (device: Device, input: Input<'paymentlink.add'>) =>
  after(device, call(paymentlinkCalls['paymentlink.add'], input))

/** Checked against the version on the screen. */
export const updateLink = (device: Device, version: number, input: Input<'paymentlink.update'>) =>
  after(device, callOn(paymentlinkCalls['paymentlink.update'], input, version))

export const cancelLink = (device: Device, id: string) =>
  after(device, call(paymentlinkCalls['paymentlink.cancel'], { id }))

export const deleteLink = (device: Device, id: string) =>
  after(device, call(paymentlinkCalls['paymentlink.delete'], { id }))

/** Sends it to the patient, in their language. */
export const sendLink = (device: Device, id: string, by: 'mail' | 'sms') =>
  after(device, call(paymentlinkCalls['paymentlink.send'], { id, by }))

/** The full address; no device stores it. */
export const linkAddress = (id: string) => call(paymentlinkCalls['paymentlink.url'], { id })

/** What the page of an address is about; each call counts as one opening. */
export const openLink = (token: string) => call(paymentlinkCalls['paymentlink.open'], { token })

async function after<R>(device: Device, outcome: Promise<Outcome<R>>): Promise<Outcome<R>> {
  const ended = await outcome
  device.kick()
  return ended
}
