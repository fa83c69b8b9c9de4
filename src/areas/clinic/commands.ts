import type { Input } from '../../../contract/calls.ts'
import { clinicFactorCalls } from '../../../contract/clinic/clinic.factor.ts'
import { clinicCalls } from '../../../contract/clinic/clinic.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { call, callOn } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange } from '../../sync/queue.ts'

/**
 * Changes texts, brand and legal texts, also offline; returns the entry's id and throws `NotSaved` if the device has no
 * room.
 */
export const editClinic = (device: Device, input: Input<'clinic.update'>) => queueChange(device, 'clinic.update', input)

/** Only the server changes addresses and visibility, so these need a network (SCREENS B4). */
export const addClinic = (input: Input<'clinic.add'>) => call(clinicCalls['clinic.add'], input)
export const setHosts = (version: number, input: Input<'clinic.hosts'>) =>
  callOn(clinicCalls['clinic.hosts'], input, version)
export const setActive = (id: string, active: boolean) =>
  call(clinicCalls[active ? 'clinic.activate' : 'clinic.passivate'], { id })
export const setPrivate = (id: string, wanted: boolean) =>
  call(clinicCalls['clinic.setPrivate'], { id, private: wanted })
export const requireFactor = (id: string, required: boolean) =>
  call(clinicFactorCalls['clinic.requireFactor'], { id, required })
export const addFirstUser = (id: string, input: Omit<Input<'clinic.addFirstUser'>, 'id' | 'userId'>) =>
  call(clinicCalls['clinic.addFirstUser'], { id, userId: newId(Date.now()), ...input })
export const removeClinic = (id: string) => call(clinicCalls['clinic.delete'], { id })
export const checkHost = (host: string, clinic?: string) =>
  call(clinicCalls['clinic.checkHost'], { host: host.slice(0, 300), ...(clinic && { clinic }) })
export const checkCss = (css: string) => call(clinicCalls['clinic.checkCss'], { css })
