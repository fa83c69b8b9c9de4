import { bankCalls } from '../../../contract/bank/bank.ts'
import type { Input } from '../../../contract/calls.ts'
import { call, callOn, type Outcome } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'

/** Accounts are changed only online (SCREENS B21): money must never go to an account that only a device knows. */
export const addBank = (device: Device, input: Input<'bank.add'>) => after(device, call(bankCalls['bank.add'], input))

/** Compared with the version on the screen. */
export const updateBank = (device: Device, version: number, input: Input<'bank.update'>) =>
  after(device, callOn(bankCalls['bank.update'], input, version))

export const deleteBank = (device: Device, id: string) => after(device, call(bankCalls['bank.delete'], { id }))

/** The number of payments to each account, from the server; the list itself is on the device. */
export const countUse = () => call(bankCalls['bank.list'], { limit: 1000 })

async function after<R>(device: Device, outcome: Promise<Outcome<R>>): Promise<Outcome<R>> {
  const ended = await outcome
  device.kick()
  return ended
}
