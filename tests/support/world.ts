import type pg from 'pg'
import { newId } from '../../contract/kernel/id.ts'
import { addDays, instantOf, todayIn } from '../../contract/kernel/time.ts'
import { passwordHash } from './password-hash.ts'

/** The password of everyone in the test world. */
export const PASSWORD = 'Correct-horse-9'
/**
 * Of the product's kind, at the least cost that Argon2 has: files sign in hundreds of times, and at the product's cost (D3)
 * that took most of a run. What the product makes itself has its own cost.
 */
const PASSWORD_HASH = passwordHash(PASSWORD, 8)

export type World = Awaited<ReturnType<typeof buildWorld>>

/**
 * A small world for server tests: two public clinics and a private one, on hosts of their own; a doctor who works in both a public
 * and the private one; patients of each; hours from 09:00 to 17:00, every day, 20 minutes, 100.00 a visit.
 */
export async function buildWorld(pool: pg.Pool, now: number) {
  // counted, not random: a random number may by chance contain what another test searches for
  let phones = 0
  const clinics = {
    kuzey: await clinic('kuzey', { zone: 'Europe/Istanbul', currency: 'try' }),
    linden: await clinic('linden', { zone: 'Europe/Berlin', currency: 'eur' }),
    gizli: await clinic('gizli', { zone: 'Europe/Istanbul', currency: 'try', private: true }),
  }
  const branch = newId(now)
  await pool.query('insert into branch (id, name) values ($1, $2)', [
    branch,
    JSON.stringify([
      { lang: 'tr', value: 'Göz' },
      { lang: 'en', value: 'Eyes' },
    ]),
  ])
  const bank = newId(now)
  await pool.query(
    `insert into bank (id, name, branch, iban, currency) values ($1, 'Örnek Bank', 'Merkez', 'TR330006100519786457841326', 'try')`,
    [bank],
  )

  const people = {
    superadmin: await person('superadmin', 'admin', { superadmin: true }),
    admin: await person('admin', 'admin'),
    deskKuzey: await person('desk.kuzey', 'clinic', { clinic: clinics.kuzey }),
    deskLinden: await person('desk.linden', 'clinic', { clinic: clinics.linden }),
    deskGizli: await person('desk.gizli', 'clinic', { clinic: clinics.gizli }),
    doctorKuzey: await doctor('doctor.kuzey', [clinics.kuzey]),
    doctorLinden: await doctor('doctor.linden', [clinics.linden]),
    doctorGizli: await doctor('doctor.gizli', [clinics.gizli]),
    doctorBoth: await doctor('doctor.both', [clinics.kuzey, clinics.gizli]),
    doctorPassive: await doctor('doctor.passive', [clinics.kuzey], false),
    patientKuzey: await patient('patient.kuzey', clinics.kuzey),
    patientLinden: await patient('patient.linden', clinics.linden),
    patientGizli: await patient('patient.gizli', clinics.gizli),
  }
  await hours(people.doctorKuzey, clinics.kuzey)
  await hours(people.doctorLinden, clinics.linden)
  await hours(people.doctorGizli, clinics.gizli)
  await hours(people.doctorBoth, clinics.kuzey)
  await hours(people.doctorPassive, clinics.kuzey)

  return { clinics, people, branch, bank, patient, doctor, hours, slot, visit }

  /** The start of the nth 20-minute slot from 09:00, `days` from today, in the clinic's zone. ISO. */
  function slot(days: number, n: number, zone = 'Europe/Istanbul'): string {
    const minutes = 9 * 60 + n * 20
    return new Date(
      instantOf(
        { date: addDays(todayIn(zone, now), days), time: Math.floor(minutes / 60) * 100 + (minutes % 60) },
        zone,
      )!,
    ).toISOString()
  }

  /** A visit written directly into the database, as it would be after a booking. */
  async function visit(
    doctorId: string,
    patientId: string,
    clinicId: string | null,
    start: string,
    extra: { status?: string; note?: string; id?: string } = {},
  ) {
    const id = extra.id ?? newId(now)
    await pool.query(
      `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, status, note, created_by, updated_by)
       select $1, $2, $3, $4, p.name, $5, $5::timestamptz + interval '20 min', coalesce((select zone from clinic where id = $2), 'Europe/Istanbul'),
              'face-to-face', 10000, coalesce((select currency from clinic where id = $2), 'try'), $6, $7, 'Test', 'Test' from person p where p.id = $4`,
      [id, clinicId, doctorId, patientId, start, extra.status ?? 'waiting', extra.note ?? null],
    )
    return id
  }

  async function clinic(slug: string, options: { zone: string; currency: string; private?: boolean }) {
    const id = newId(now)
    await pool.query(
      `insert into clinic (id, name, slug, panel_url, zone, currency, city, private) values ($1, $2, $3, $4, $5, $6, 'Şehir', $7)`,
      [id, `Klinik ${slug}`, slug, `${slug}.localhost`, options.zone, options.currency, options.private ?? false],
    )
    return id
  }

  async function person(
    login: string,
    type: 'admin' | 'clinic' | 'doctor' | 'patient',
    options: { superadmin?: boolean; clinic?: string; realm?: string } = {},
  ) {
    const id = newId(now)
    await pool.query(
      `insert into person (id, type, realm, clinic_id, name, email, phone, superadmin, password_hash) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        type,
        options.realm ?? null,
        type === 'clinic' ? options.clinic : null,
        `Name ${login}`,
        `${login}@test.example`,
        `+90531${String(1_000_000 + phones++)}`,
        options.superadmin ?? false,
        PASSWORD_HASH,
      ],
    )
    return { id, username: `${login}@test.example`, type, name: `Name ${login}` }
  }

  async function doctor(login: string, clinicIds: string[], active = true) {
    const made = await person(login, 'doctor')
    await pool.query(
      'insert into doctor (id, title, branch_id, clinic_ids, commission_type, commission_value, active) values ($1, $2, $3, $4, $5, 15, $6)',
      [made.id, 'Dr.', branch, clinicIds, 'ratio', active],
    )
    return made
  }

  async function patient(login: string, clinicId: string) {
    const realm = clinicId === clinics.gizli ? clinicId : undefined
    const made = await person(login, 'patient', realm ? { realm } : {})
    await pool.query('insert into patient (id, birth_date, clinic_id, clinic_ids) values ($1, $2, $3, $4)', [
      made.id,
      '1980-05-17',
      realm ?? null,
      [clinicId],
    ])
    return made
  }

  async function hours(
    of: { id: string },
    clinicId: string,
    options: { type?: string; from?: string; to?: string; period?: number } = {},
  ) {
    await pool.query(
      `insert into availability (id, doctor_id, clinic_id, start_date, end_date, start_time, end_time, period, type, days, price, currency)
       values ($1, $2, $3, current_date - 30, current_date + 120, $4, $5, $6, $7, '{1,2,3,4,5,6,7}', 10000,
               (select currency from clinic where id = $3))`,
      [
        newId(now),
        of.id,
        clinicId,
        options.from ?? '09:00',
        options.to ?? '17:00',
        options.period ?? 20,
        options.type ?? 'physical',
      ],
    )
  }
}
