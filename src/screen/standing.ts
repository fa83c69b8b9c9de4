import type { Person } from '../../contract/session/session.ts'
import { rowsIn, type Database } from '../db/database.ts'
import { show } from '../db/row.ts'
import type { Question } from '../db/shared-query.ts'
import { readServerSettings, type ServerSettings } from './server-settings.ts'

/**
 * The platform's settings, and the zone that decides which day "today" is (rule 4): that of the person's current clinic
 * (`clinicId`, of the host), or of the first they work in. Both are read at once, since every page waits for them.
 */
export const standing = (
  db: Database,
  person: Person,
  clinicId: string | null,
): Question<{ readonly settings: ServerSettings; readonly zone: string }> => ({
  name: `standing ${person.id} ${person.type} ${person.clinicId} ${clinicId}`,
  ask: async () => {
    const ownClinic = async () =>
      person.clinicId ?? clinicId ?? (person.type === 'doctor' ? await firstClinic(db, person.id) : null)
    const [settings, own] = await Promise.all([readServerSettings(db), ownClinic()])
    const clinic = own && (await rowsIn(db, 'clinic').get(own))
    return { settings, zone: clinic ? show('clinic', clinic).zone : ((await ownZone(db, person.id)) ?? settings.zone) }
  },
})

/** A doctor without a clinic uses their own zone (rule 1). */
async function ownZone(db: Database, id: string): Promise<string | null> {
  const row = await rowsIn(db, 'person').get(id)
  return row ? show('person', row).zone : null
}

async function firstClinic(db: Database, doctorId: string): Promise<string | null> {
  const card = await rowsIn(db, 'doctor').get(doctorId)
  return card ? (show('doctor', card).clinicIds[0] ?? null) : null
}
