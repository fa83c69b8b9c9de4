import { newId } from '../../contract/kernel/id.ts'
import type { SessionRecord } from './session-record.ts'

/** A doctor signed in on this host, for tests; a different person at each call. */
export const sessionRecord = (more: Partial<SessionRecord> = {}): SessionRecord => ({
  token: newId(),
  session: newId(),
  person: {
    id: newId(),
    uuid: newId(),
    type: 'doctor',
    name: 'Emre Tunçbilek',
    email: 'emre@example.org',
    phone: null,
    lang: 'tr',
    clinicId: null,
    superadmin: false,
  },
  clinicId: null,
  expiresAt: Infinity,
  offset: 0,
  ...more,
})
