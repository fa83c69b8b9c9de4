import { eventUid } from '../../contract/kernel/event-uid.ts'
import { icsOf } from './ics.ts'
import { saveFile } from './save-file.ts'

/** Saves a record as a calendar file, under the id it has in every calendar. */
export const saveEvent = ({ id, ...event }: { readonly id: string } & Omit<Parameters<typeof icsOf>[0], 'uid'>): void =>
  saveFile('appointment.ics', 'text/calendar;charset=utf-8', icsOf({ uid: eventUid(id), ...event }))
