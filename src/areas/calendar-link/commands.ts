import * as v from 'valibot'
import {
  calendarCalls,
  calendarFile,
  type CalendarLink,
  type ShareLevel,
} from '../../../contract/calendar-link/calendar-link.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { isMessageCode } from '../../../contract/kernel/messages.ts'
import { call, type Outcome } from '../../api/call.ts'
import { sendForm } from '../../api/upload.ts'
import type { Device } from '../../screen/device.ts'

type Kept = Outcome<{ calendar: CalendarLink }>

/** These need the network: the server reads the calendar before it accepts. The device then pulls at once. */
export async function addUrl(device: Device, input: { name: string; url: string }): Promise<Kept> {
  const outcome = await call(calendarCalls['calendar.addUrl'], { id: newId(device.now()), ...input })
  device.kick()
  return outcome
}

/** Adds a calendar from a file, or replaces the file of `calendar`. */
export async function addFile(
  device: Device,
  { name, file, calendar }: { name: string; file: File; calendar?: string | undefined },
): Promise<Kept> {
  const form = new FormData()
  // fields before the file: the server reads them first
  form.set('id', newId(device.now()))
  form.set('name', name)
  if (calendar) form.set('calendar', calendar)
  form.set('file', file, file.name)
  const answer = await sendForm(calendarFile.path, form)
  device.kick()
  if (answer.kind === 'none') return { kind: 'unreachable' }
  if (answer.status === 401) return { kind: 'signed-out' }
  const { refused, status: _, ...details } = answer.body
  if (typeof refused === 'string' && isMessageCode(refused))
    return { kind: 'refused', code: refused, status: answer.status, details }
  const reply = v.safeParse(calendarFile.reply, answer.body)
  return reply.success ? { kind: 'done', reply: reply.output } : { kind: 'broken' }
}

/**
 * Leaves the app for the calendar service, which returns through /oauth2callback. Resolves only if it could not leave.
 */
export async function connect(calendar?: string) {
  const outcome = await call(calendarCalls['calendar.connect'], { ...(calendar && { calendar }) })
  if (outcome.kind !== 'done') return outcome
  location.assign(outcome.reply.url)
  return null
}

/**
 * Completes what the service sent the doctor back with. That page has no open device, so the id uses the machine's own
 * clock.
 */
export const finishConnect = (callback: { code: string; state: string }) =>
  call(calendarCalls['calendar.addToken'], { id: newId(), ...callback })

export async function change(device: Device, input: { id: string; name?: string; url?: string }): Promise<Kept> {
  const outcome = await call(calendarCalls['calendar.update'], input)
  device.kick()
  return outcome
}

export async function refresh(device: Device, id: string): Promise<Kept> {
  const outcome = await call(calendarCalls['calendar.refresh'], { id })
  device.kick()
  return outcome
}

export async function disconnect(device: Device, id: string) {
  const outcome = await call(calendarCalls['calendar.delete'], { id })
  device.kick()
  return outcome
}

export const share = (level?: ShareLevel) => call(calendarCalls['calendar.share'], { ...(level && { level }) })
export const renewShare = () => call(calendarCalls['calendar.shareRenew'], {})
export const stopShare = () => call(calendarCalls['calendar.shareStop'], {})
