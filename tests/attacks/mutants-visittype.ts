import { one, type Mutant } from '../simulation/mutant.ts'

const out = (name: string, from: string, to: string): Mutant =>
  one(name, 'server/db/migrations/0161_visit_types.sql', from, to, { by: 'server/areas/visittype/visittype.test.ts' })

/** Defences of types of visits (decision 0159), part of `mutants.ts`. */
export const visitTypeDefences: readonly Mutant[] = [
  out(
    'a doctor changes the clinic’s types',
    `when 'doctor' then coalesce(of_doctor`,
    `when 'doctor' then true or coalesce(of_doctor`,
  ),
  out(
    'a patient sees what only the desk books',
    `(select app_type()) = 'patient' and for_patients and not archived`,
    `(select app_type()) = 'patient'`,
  ),
  out(
    'the buffers of an appointment are offered',
    'select with_buffers(during, buffer_before, buffer_after) as during from held',
    'select during from held',
  ),
]
