type Ask = (text: string, values: unknown[]) => Promise<unknown>

/**
 * Adds public clinics, from the nth up to `until`, each with a doctor, a patient, hours and a future visit, as a
 * platform grows: a few statements with all triggers on. Ids are derived from the number and sort as the newest. `now`
 * is the server's clock, epoch ms.
 */
export async function addClinics(ask: Ask, from: number, until: number, now: number): Promise<void> {
  for (let at = from; at < until; at += AT_ONCE)
    for (const statement of STATEMENTS) {
      const bounds = [at, Math.min(until, at + AT_ONCE) - 1]
      await ask(`with its as (${PLACES}) ${statement}`, statement.includes('$3') ? [...bounds, new Date(now)] : bounds)
    }
}

const AT_ONCE = 250

const idOf = (kind: string) =>
  `overlay(overlay(overlay(md5('${kind}' || n) placing 'ffffffff' from 1) placing '7' from 13) placing '8' from 17)::uuid`
const PLACES = `select n, ${['clinic', 'doctor', 'patient'].map((kind) => `${idOf(kind)} as ${kind}`).join(', ')}
  from generate_series($1::int, $2::int) n`

const STATEMENTS = [
  `insert into clinic (id, name, slug, zone, currency, city, private)
   select clinic, 'Clinic ' || n, 'grown-' || n, 'Europe/Istanbul', 'try', 'City', false from its`,
  `insert into person (id, type, name, email, phone)
   select doctor, 'doctor', 'Doctor ' || n, 'doctor.' || n || '@grown.example', '+90532' || lpad(n::text, 7, '0') from its
   union all select patient, 'patient', 'Patient ' || n, 'patient.' || n || '@grown.example', '+90533' || lpad(n::text, 7, '0') from its`,
  `insert into doctor (id, title, branch_id, clinic_ids, commission_type, commission_value, active)
   select doctor, 'Dr.', (select id from branch order by id limit 1), array[clinic], 'ratio', 15, true from its`,
  `insert into patient (id, birth_date, clinic_ids) select patient, '1980-05-17', array[clinic] from its`,
  `insert into availability (id, doctor_id, clinic_id, start_date, end_date, start_time, end_time, period, type, days, price, currency)
   select gen_random_uuid(), doctor, clinic, current_date - 30, current_date + 120, '09:00', '17:00', 20, 'physical', '{1,2,3,4,5,6,7}', 10000, 'try' from its`,
  `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, created_by, updated_by)
   select gen_random_uuid(), clinic, doctor, patient, 'Patient ' || n, $3::timestamptz + interval '2 days', $3::timestamptz + interval '2 days 20 minutes',
          'Europe/Istanbul', 'face-to-face', 10000, 'try', 'T', 'T' from its`,
]
