import type { CallName, Input, Refusal } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Answer, TestServer } from '../support/server.ts'
import { typeFields } from './attempts-visittype.ts'
import type { Try } from './attempts.ts'
import type { Cast } from './cast.ts'

type Calls = Extract<CallName, `visittype.${string}`>
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }

/** Provokes every refusal of types of visits. Takes functions, since the server starts with the tests. */
export function visitTypeRefusals(platform: { server: () => TestServer; cast: () => Cast; make: () => Try }): Provoked {
  const desk = () => platform.cast().clients.deskPublic
  const here = () => platform.cast().places.kuzey1
  const away = () => platform.cast().places.linden1
  const make = () => platform.make()
  const add = (extra: Partial<Input<'visittype.add'>>) =>
    desk().call('visittype.add', {
      id: newId(),
      clinicId: here().clinic,
      doctorId: here().doctor,
      ...typeFields(),
      ...extra,
    })
  /** A doctor of the clinic whose specialty has no online calls. */
  async function offline() {
    const { pool, world } = platform.server()
    const branch = newId()
    await pool.query(
      `insert into branch (id, name, online_calls) values ($1, '[{"lang":"tr","value":"Röntgen"}]', false)`,
      [branch],
    )
    const doctor = await world.doctor(`types.${branch}`, [here().clinic])
    await pool.query('update doctor set branch_id = $2 where id = $1', [doctor.id, branch])
    return doctor.id
  }
  return {
    'visittype.list': {},
    'visittype.add': {
      id_taken: async () => add({ id: await make().visitType(away()) }),
      clinic_not_found: async () => add({ clinicId: away().clinic }),
      doctor_not_found: async () => add({ doctorId: away().doctor }),
      online_not_possible: async () => add({ doctorId: await offline(), type: 'online' }),
    },
    'visittype.update': {
      visittype_not_found: async () =>
        desk().call('visittype.update', { id: await make().visitType(away()), price: 100 }),
      visittype_archived: async () =>
        desk().call('visittype.update', { id: await make().visitType(here(), { archived: true }), price: 100 }),
      online_not_possible: async () => {
        const doctor = await offline()
        const id = await make().visitType({ ...here(), doctor })
        return desk().call('visittype.update', { id, type: 'online' })
      },
    },
    'visittype.archive': {
      visittype_not_found: async () => desk().call('visittype.archive', { id: await make().visitType(away()) }),
    },
  }
}
