import { appointmentlinkCalls, type LinkedAppointment } from '../../../contract/appointmentlink/appointmentlink.ts'
import { call } from '../../api/call.ts'

/** Calls of whoever holds the address from a message; the device stores none of the answers. */
export const openAppointment = (token: string) => call(appointmentlinkCalls['appointmentlink.open'], { token })

/** Free times of a week of days from `from`, YYYYMMDD. */
export const freeTimes = (token: string, from: number) =>
  call(appointmentlinkCalls['appointmentlink.times'], { token, from })

export const moveTo = (token: string, start: string, duration: number) =>
  call(appointmentlinkCalls['appointmentlink.move'], { token, start, duration })

export const cancelIt = (token: string, reason: string) =>
  call(appointmentlinkCalls['appointmentlink.cancel'], { token, ...(reason && { reason }) })

export const confirmIt = (token: string) => call(appointmentlinkCalls['appointmentlink.confirm'], { token })

export const joinRoom = (token: string) => call(appointmentlinkCalls['appointmentlink.join'], { token })

export const payFor = (token: string, shown: NonNullable<LinkedAppointment['toPay']>) =>
  call(appointmentlinkCalls['appointmentlink.pay'], { token, shown })
