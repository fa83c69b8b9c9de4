import { one, type Mutant } from '../simulation/mutant.ts'

const out = (name: string, from: string, to: string): Mutant =>
  one(name, 'server/db/migrations/0152_closures.sql', from, to, { by: 'tests/attacks/closure.test.ts' })

/** Defences of a clinic's closures (decision 0152), part of `mutants.ts`. */
export const closureDefences: readonly Mutant[] = [
  out(
    'a desk closes another clinic',
    `for insert to bedside_app with check ((select app_type()) = 'clinic' and clinic_id = (select app_clinic()))`,
    'for insert to bedside_app with check (true)',
  ),
  out(
    'whoever sees a closure ends it',
    `for delete to bedside_app using ((select app_type()) = 'clinic' and clinic_id = (select app_clinic()))`,
    'for delete to bedside_app using (true)',
  ),
  out(
    'an admin reads when a private clinic is closed',
    '(select app_is_admin()) and clinic_id in (select id from clinic where not private)',
    '(select app_is_admin())',
  ),
  out(
    'an appointment comes into a closure another way',
    'if clinic_is_closed(new.clinic_id, new.starts_at, new.ends_at) then',
    'if false then',
  ),
]
