import type pg from 'pg'
import { newId } from '../../contract/kernel/id.ts'
import { hashOf, newSecret } from '../../server/identity/secret.ts'
import type { World } from '../../tests/support/world.ts'

/** A signed-in person, and a change they make. */
export type Owner = {
  readonly token: string
  readonly changeOf: (n: number) => { readonly call: string; readonly input: object }
}

/** Of ten devices one is a doctor's, and nine are patients' who each have an appointment with them. */
export const EACH = 10

/** So many people, a multiple of ten, with a session each, written into the database: it is their devices that are measured, not their sign-ins. */
export async function makeOwners(pool: pg.Pool, world: World, count: number): Promise<readonly Owner[]> {
  const people = Array.from({ length: count }, (_, n) => ({ id: newId(), n, token: newSecret(), visit: newId() }))
  const doctorOf = (n: number) => people[n - (n % EACH)]!
  const isDoctor = ({ n }: { readonly n: number }) => n % EACH === 0
  const ids = people.map(({ id }) => id)
  await pool.query(
    `insert into person (id, type, name, email, phone, password_hash)
     select id, type, 'Device ' || n, 'device.' || n || '@test.example', '+9053' || (20000000 + n), (select password_hash from person where id = $3)
       from unnest($1::uuid[], $2::text[]) with ordinality its (id, type, n)`,
    [ids, people.map((each) => (isDoctor(each) ? 'doctor' : 'patient')), world.people.deskKuzey.id],
  )
  await pool.query(
    `insert into doctor (id, title, branch_id, clinic_ids, commission_type, commission_value) select id, 'Dr.', $2, array[$3::uuid], 'ratio', 15 from unnest($1::uuid[]) its (id)`,
    [people.filter(isDoctor).map(({ id }) => id), world.branch, world.clinics.kuzey],
  )
  const patients = people.filter((each) => !isDoctor(each))
  await pool.query(
    `insert into patient (id, birth_date, clinic_ids) select id, '1980-05-17', array[$2::uuid] from unnest($1::uuid[]) its (id)`,
    [patients.map(({ id }) => id), world.clinics.kuzey],
  )
  await pool.query(
    `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, status, created_by, updated_by)
     select v, $4, d, p, 'Device', at, at + interval '20 min', 'Europe/Istanbul', 'face-to-face', 10000, 'try', 'waiting', 'Test', 'Test'
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $5::int[]) its (v, d, p, k), lateral (select now() + interval '1 day' + k * interval '30 min' as at) its_time`,
    [
      patients.map(({ visit }) => visit),
      patients.map(({ n }) => doctorOf(n).id),
      patients.map(({ id }) => id),
      world.clinics.kuzey,
      patients.map(({ n }) => n % EACH),
    ],
  )
  await pool.query(
    `insert into session (session_hash, token_hash, person_id, created_at, used_at, expires_at)
     select s, t, p, now(), now(), now() + interval '7 days' from unnest($1::text[], $2::text[], $3::uuid[]) its (s, t, p)`,
    [people.map(() => hashOf(newSecret())), people.map(({ token }) => hashOf(token)), ids],
  )
  await pool.query('analyze')
  return people.map((person) => ({
    token: person.token,
    changeOf: isDoctor(person)
      ? (n) => ({
          call: 'appointment.update',
          input: { id: people[person.n + 1 + (n % (EACH - 1))]!.visit, note: `Device, change ${n}` },
        })
      : (n) => ({ call: 'profile.update', input: { id: person.id, name: `Device ${person.n}, change ${n}` } }),
  }))
}
