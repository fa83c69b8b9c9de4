import { toColumn, toIdentity } from '../../server/db/sealed-columns.ts'
import { jsonWith } from '../../server/db/sealing.ts'
import type { CallName, Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { webhookAttempts } from './attempts-webhook.ts'
import type { Try } from './attempts.ts'
import type { Actor, Place } from './cast.ts'

type Attempt<N extends CallName> = { readonly input: Input<N> }
type Calls = Extract<
  CallName,
  `${'import' | 'invitation' | 'membership' | 'proposal' | 'registration' | 'webhook'}.${string}`
>

/** Attempts for invitations and memberships, each with its own invitation. */
export const membershipAttempts: {
  readonly [C in Calls]: (make: Try, actor: Actor, place: Place) => Promise<Attempt<C>>
} = {
  'import.list': async () => ({ input: {} }),
  'import.add': async (make, _actor, place) => {
    await make.server.pool.query('delete from import where clinic_id = $1', [place.clinic])
    return { input: { id: newId(), columns: [{ head: 'Ad', field: 'name' }], lines: 1 } }
  },
  'import.send': async (make, _actor, place) => ({
    input: { id: await importOf(make, place, 'reading', 0), lines: [{ line: 2, cells: { name: 'Ada' } }] },
  }),
  'import.read': async (make, _actor, place) => ({
    input: { id: await importOf(make, place, 'reading'), states: ['new', 'bad'] },
  }),
  'import.start': async (make, _actor, place) => ({ input: { id: await importOf(make, place, 'reading') } }),
  'import.undo': async (make, _actor, place) => ({ input: { id: await importOf(make, place, 'done') } }),
  'import.drop': async (make, _actor, place) => ({ input: { id: await importOf(make, place, 'reading') } }),
  ...webhookAttempts,
  'invitation.list': async () => ({ input: {} }),
  'invitation.withdraw': async (make, _actor, place) => ({ input: { id: await invitationOf(make, place) } }),
  'invitation.mine': async () => ({ input: {} }),
  'invitation.accept': async (make, _actor, place) => ({ input: { id: await invitationTo(make, place) } }),
  'invitation.decline': async (make, _actor, place) => ({ input: { id: await invitationTo(make, place) } }),
  'membership.leave': async (make, _actor, place) => ({ input: { clinicId: await joined(make, place) } }),
  'proposal.list': async () => ({ input: {} }),
  'proposal.accept': async (make, _actor, place) => ({ input: { id: await proposalTo(make, place) } }),
  'proposal.drop': async (make, _actor, place) => ({ input: { id: await proposalTo(make, place) } }),
  'registration.list': async () => ({ input: {} }),
  'registration.accept': async (make, _actor, place) => ({ input: { id: await registrationAt(make, place) } }),
  'registration.decline': async (make, _actor, place) => ({ input: { id: await registrationAt(make, place) } }),
  'membership.share': async (_, _actor, place) => ({ input: { clinicId: place.clinic, sharesContact: true } }),
}

/** The one import of the place's clinic, with this many lines of one. */
export async function importOf({ server, isThere, phone }: Try, place: Place, state: 'reading' | 'done', arrived = 1) {
  const id = newId()
  if (!isThere(place)) return id
  await server.pool.query('delete from import where clinic_id = $1', [place.clinic])
  const line = newId()
  await server.pool.query(
    `insert into import (id, clinic_id, state, columns, total, made_by, made_by_name, created_at)
     select $1, $2, $3, '[{"head":"Ad","field":"name"}]', 1, id, name, $4 from person where clinic_id = $2 limit 1`,
    [id, place.clinic, state, new Date(server.clock.now)],
  )
  await server.pool.query(
    `insert into import_line (id, import_id, clinic_id, line, state, cells, phone)
     select $1, i.id, i.clinic_id, 2, case i.state when 'done' then 'done' else 'new' end, $3, $4 from import i where i.id = $2 and $5 > 0`,
    [
      line,
      id,
      toColumn('import_line', 'cells', { id: line, clinic: place.clinic }, '{"name":"Ada"}'),
      phone(),
      arrived,
    ],
  )
  return id
}

/** An invitation by the place's clinic, to a contact that no one has. */
const invitationOf = (make: Try, place: Place) => insert(make, place, place.clinic, null)

/**
 * An invitation to the place's doctor, by a clinic in which no one else works; by a private one if the doctor is in
 * one.
 */
export async function invitationTo(make: Try, place: Place) {
  return insert(make, place, await clinicFor(make, place), place.doctor)
}

/** A new clinic that the place's doctor has joined. */
async function joined(make: Try, place: Place) {
  const clinic = await clinicFor(make, place)
  await make.server.pool.query('update doctor set clinic_ids = clinic_ids || $2::uuid where id = $1', [
    place.doctor,
    clinic,
  ])
  return clinic
}

/** A change that the place's clinic proposes on its doctor's profile. */
export async function proposalTo({ server, isThere }: Try, place: Place) {
  const id = newId()
  if (!isThere(place)) return id
  await server.pool.query('delete from card_proposal where doctor_id = $1 and clinic_id = $2', [
    place.doctor,
    place.clinic,
  ])
  await server.pool.query(
    `insert into card_proposal (id, doctor_id, clinic_id, fields, made_by, made_at) values ($1, $2, $3, '{"title":"Dr."}', 'x', $4)`,
    [id, place.doctor, place.clinic, new Date(server.clock.now)],
  )
  return id
}

/** A registration of a new person that waits for the place's clinic. */
export async function registrationAt({ server, isThere, phone }: Try, place: Place, fields: { email?: string } = {}) {
  const id = newId()
  if (!isThere(place)) return id
  await server.pool.query(
    `insert into account_request (id, kind, type, host_clinic, lang, data, password_hash, asked_at, settled_at, confirmed_at, expires_at)
     select $1, 'register', 'patient', $2, 'tr', $3, password_hash, $4, $4, $4, $4::timestamptz + interval '30 days'
       from person where email = 'patient.kuzey@test.example'`,
    [
      id,
      place.clinic,
      jsonWith({
        name: 'Bekleyen',
        email: fields.email ?? `${id}@test.example`,
        phone: phone(),
        country: 'TR',
        city: 'İzmir',
        lat: 1,
        lng: 1,
        nonCitizen: true,
        identity: toIdentity(server.world.clinics.gizli === place.clinic ? place.clinic : null, id),
        birthDate: '1990-04-02',
        legal: [],
      }),
      new Date(server.clock.now),
    ],
  )
  return id
}

async function clinicFor(make: Try, place: Place) {
  const clinic = newId()
  await make.server.pool.query(
    `insert into clinic (id, name, slug, panel_url, zone, currency, city, private)
     select $1::uuid, 'Klinik davet', $1::text, $1::text || '.localhost', 'Europe/Istanbul', 'try', 'Şehir', coalesce((select private from clinic where id = $2), false)`,
    [clinic, place.clinic],
  )
  return clinic
}

async function insert({ server, isThere }: Try, place: Place, clinic: string, doctor: string | null) {
  const id = newId()
  if (isThere(place))
    await server.pool.query(
      `insert into invitation (id, clinic_id, email, doctor_id, invited_by, created_at, expires_at)
       values ($1, $2, $3, $4, 'x', $5::timestamptz, $5::timestamptz + interval '30 days')`,
      [id, clinic, `${id}@test.example`, doctor, new Date(server.clock.now)],
    )
  return id
}
