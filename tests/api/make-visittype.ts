import { newId } from '../../contract/kernel/id.ts'
import type { TestServer } from '../support/server.ts'
import type { Place } from './cast.ts'

type Needs = Pick<TestServer, 'pool'> & { readonly isThere: (place: Place) => boolean }
type How = { readonly forPatients?: boolean; readonly archived?: boolean; readonly type?: 'online' | 'face-to-face' }

/** Types of visits of the place's doctor in the place's clinic, written directly into the database, for the attempts. */
export function visitTypeMakers({ pool, isThere }: Needs) {
  return {
    visitType: async (place: Place, { forPatients = true, archived = false, type = 'face-to-face' }: How = {}) => {
      const id = newId()
      if (isThere(place))
        await pool.query(
          `insert into visit_type (id, clinic_id, doctor_id, name, duration, price, currency, buffer_after, type, for_patients, colour, archived)
           values ($1, $2, $3, '[{"lang":"tr","value":"Kontrol"}]', 20, 9000, 'try', 5, $4, $5, 'blue', $6)`,
          [id, place.clinic, place.doctor, type, forPatients, archived],
        )
      return id
    },
  }
}
