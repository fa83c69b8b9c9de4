import type { TestServer } from './server.ts'

export type Records = Readonly<
  Record<
    | 'appointment'
    | 'patient'
    | 'doctor'
    | 'clinic'
    | 'payment'
    | 'question'
    | 'over'
    | 'article'
    | 'staticpage'
    | 'closure'
    | 'webhook',
    string
  >
>

/**
 * For each address with `$id`, by its first segment, a record that this demo person may open; `over` is a completed
 * visit without a comment, `webhook` one that does not exist: the demo's clinics have none.
 */
export async function recordsOf(server: TestServer, who: string): Promise<Records> {
  const [visit] = await server.sql<{ id: string }>(
    `select a.id::text from appointment a join person p on p.email = $1 where $1 like 'superadmin%' and a.clinic_id in (select id from clinic where not private)
        or a.doctor_id = p.id or a.patient_id = p.id or a.clinic_id = p.clinic_id order by abs(extract(epoch from a.starts_at - $2::timestamptz)) limit 1`,
    [`${who}@demo.bedside.test`, server.now],
  )
  const [cards] = await server.sql<Omit<Records, 'appointment'>>(
    `select id::text as webhook, patient_id::text as patient, doctor_id::text as doctor, clinic_id::text as clinic,
            (select p.id::text from payment p where p.doctor_id = a.doctor_id and p.clinic_id = a.clinic_id limit 1) as payment,
            (select q.id::text from question q where q.doctor_id = a.doctor_id order by q.answer desc limit 1) as question,
            (select r.id::text from article r where r.clinic_id is null order by r.author_id <> a.doctor_id, r.id limit 1) as article,
            (select g.id::text from page g order by g.id limit 1) as staticpage,
            (select c.id::text from closure c where c.clinic_id = a.clinic_id order by c.starts_at limit 1) as closure,
            (select o.id::text from appointment o where o.patient_id = a.patient_id and o.status = 'completed'
                and not exists (select from comment c where c.appointment_id = o.id) limit 1) as over
       from appointment a where id = $1`,
    [visit!.id],
  )
  return { ...cards!, appointment: visit!.id }
}

/** An address with its `$id` filled in. */
export const filled = (path: string, records: Records): string =>
  path.replace('$id', (records as Readonly<Record<string, string>>)[path.split('/')[1]!] ?? '')
