import { completenessOf } from '../../../contract/doctor/doctor.rules.ts'
import { matchesQuery } from '../../../contract/kernel/fold.rules.ts'
import { findsName, nameTokens, nameWords } from '../../../contract/kernel/name.rules.ts'
import type { DoctorSearch } from '../../screen/search.ts'
import type { ShownDoctor } from './queries.ts'

/** The doctors with open hours, and those with online ones, as far as this device knows. */
export type OpenHours = { readonly any: ReadonlySet<string>; readonly online: ReadonlySet<string> }

/** The doctors that pass the filters, sorted. `compare` follows the reader's alphabet. Pure. */
export function listDoctors(
  doctors: readonly ShownDoctor[],
  search: DoctorSearch,
  hours: OpenHours,
  compare: (a: string, b: string) => number,
): ShownDoctor[] {
  const words = search.q?.trim() ?? ''
  const named = nameWords(words)
  const sort = search.sort ?? 'name'
  const by = (a: ShownDoctor, b: ShownDoctor) =>
    (sort.endsWith('complete') && completenessOf(a).percent - completenessOf(b).percent) || compare(a.name, b.name)
  return doctors
    .filter(
      (doctor) =>
        (words === '' ||
          matchesQuery(`${doctor.title} ${doctor.name} ${doctor.phone ?? ''} ${doctor.email ?? ''}`, words) ||
          findsName(nameTokens(doctor.name), named)) &&
        (!search.branch || doctor.branchIds.includes(search.branch)) &&
        (!search.clinic || doctor.clinicIds.includes(search.clinic)) &&
        (!search.language || doctor.languages.includes(search.language)) &&
        (!search.status || doctor.active === (search.status === 'active')) &&
        (search.hours === undefined || hours.any.has(doctor.id) === search.hours) &&
        (search.online === undefined || hours.online.has(doctor.id) === search.online),
    )
    .toSorted((a, b) => (sort.startsWith('-') ? -by(a, b) : by(a, b)))
}
