import { expect } from 'vitest'
import { rowOf, type Input, type QueuedCall } from '../../../contract/calls.ts'
import { rowsIn } from '../../../src/db/database.ts'
import { plain } from '../../../src/db/row.ts'
import { keyOf, targetsOf } from '../../../src/sync/fold.ts'
import { attempts, tries, type Attempt, type Try } from '../../api/attempts.ts'
import { gather, PEOPLE, type Actor, type Cast, type Place } from '../../api/cast.ts'
import { policy } from '../../api/policy.ts'
import { openDevice, type Device } from '../../support/device.ts'
import type { Client, TestServer } from '../../support/server.ts'

/** Who plays each role here; the first role that a contract row allows sends the call. */
export const PLAYERS = {
  clinic: 'deskPublic',
  doctor: 'doctorPublic',
  admin: 'admin',
  patient: 'patientPublic',
} as const

export type Scene = {
  readonly device: Device
  readonly client: Client
  readonly who: string
  readonly input: Input<QueuedCall>
}

/** The cast of a server, and for each queued call a scene with it. */
export async function openStage(server: TestServer) {
  const cast = await gather(server)
  const make = tries(server, cast.places)
  return { cast, scene: (call: QueuedCall) => scene({ server, cast, make }, call) }
}

type Stage = { readonly server: TestServer; readonly cast: Cast; readonly make: Try }

/** A filled device of a person who may send the call, with an input that succeeds. */
async function scene({ server, cast, make }: Stage, call: QueuedCall): Promise<Scene> {
  const roles = rowOf(call).roles as readonly string[]
  const allowed = policy[call] as Partial<Record<keyof typeof PLAYERS, string>> // a queued call is never anyone’s
  // an admin plays what only a private clinic's desk may do; for a call on records that a desk does not have, a person
  // who has some
  const may = (role: string) => !['private', 'none'].includes(allowed[role as keyof typeof PLAYERS] ?? 'none')
  const [, actor] = Object.entries(PLAYERS).find(([role]) => roles.includes(role) && may(role))!
  const [, name, host] = PEOPLE.find(([each]) => each === actor)!
  const attempt = (await (attempts[call] as (make: Try, actor: Actor, place: Place) => Promise<Attempt>)(
    make,
    actor,
    cast.places['kuzey1']!,
  )) as Attempt<QueuedCall>
  const client = attempt.as ?? (await server.signIn(name, host))
  const user = (await client.call('session.user', {})).body['user'] as { readonly id: string; readonly name: string } // by the reply's schema
  const device = openDevice(server, client, user)
  expect(await device.sync()).toBe('done')
  return { device, client, who: user.id, input: attempt.input }
}

/** The records that a change touches, as this device shows them. */
export async function shown(device: Device, call: QueuedCall, input: Input<QueuedCall>) {
  const rows: Record<string, unknown> = {}
  for (const target of targetsOf({ call, input: { ...input } })) {
    const stored = await rowsIn(device.db, target.table).get(target.id)
    rows[keyOf(target)] = stored ? plain(target.table, stored) : null
  }
  return rows
}
