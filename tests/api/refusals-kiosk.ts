import type { CallName, Refusal } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Answer, TestServer } from '../support/server.ts'
import { makeKiosk } from './attempts-kiosk.ts'
import type { Try } from './attempts.ts'
import type { Cast } from './cast.ts'

type Calls = Extract<CallName, `kiosk.${string}`>
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }

/** Provokes every refusal of the check-in tablets. */
export function kioskRefusals(server: { server: () => TestServer; cast: () => Cast; make: () => Try }): Provoked {
  const desk = () => server.cast().clients.deskPublic
  const here = () => server.cast().places.kuzey1
  const strange = () => ({ id: newId(), token: 'x'.repeat(43) })
  const tablet = { kiosk_not_found: async () => server.server().nobody().call('kiosk.today', strange()) }
  const enrol = (extra: object) =>
    desk().call('kiosk.enrol', { id: newId(), name: 'Giriş', area: '', doctorIds: [], ...extra })
  return {
    'kiosk.list': {},
    'kiosk.enrol': {
      id_taken: async () => enrol({ id: (await makeKiosk(server.make(), here())).id }),
      doctor_not_found: async () => enrol({ doctorIds: [newId()] }),
    },
    'kiosk.revoke': { kiosk_not_found: () => desk().call('kiosk.revoke', { id: newId() }) },
    'kiosk.today': tablet,
    'kiosk.arrive': {
      kiosk_not_found: () =>
        server
          .server()
          .nobody()
          .call('kiosk.arrive', { ...strange(), arrivals: [{ visitId: newId(), at: '2026-11-18T09:00:00.000Z' }] }),
    },
    'kiosk.leave': { kiosk_not_found: () => server.server().nobody().call('kiosk.leave', strange()) },
  }
}
