import { eventUid } from '../../contract/kernel/event-uid.ts'
import { icsOf } from './ics.ts'
import { saveFile } from './save-file.ts'

/** Hands a record to the device's calendar as a file, under the name it has in every calendar. */
export const saveEvent = ({ id, ...event }: { readonly id: string } & Omit<Parameters<typeof icsOf>[0], 'uid'>): void =>
  saveFile('appointment.ics', 'text/calendar;charset=utf-8', icsOf({ uid: eventUid(id), ...event }))
