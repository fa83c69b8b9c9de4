import type * as v from 'valibot'
import { foldText } from '../../../contract/kernel/fold.rules.ts'
import type { Shown } from '../../db/row.ts'
import type { ClinicSearch } from '../../screen/search.ts'

export type Filters = Pick<v.InferOutput<typeof ClinicSearch>, 'status' | 'private' | 'city' | 'host'>

/** The clinics that pass filters and search text, by name. */
export function filterClinics(
  all: readonly Shown<'clinic'>[],
  { status, private: isPrivate, city, host }: Filters,
  words: string,
): Shown<'clinic'>[] {
  const typed = foldText(words)
  return all.filter(
    (clinic) =>
      (status === undefined || clinic.active === (status === 'active')) &&
      (isPrivate === undefined || clinic.private === isPrivate) &&
      (city === undefined || clinic.city === city) &&
      (host === undefined || (clinic.panelUrl !== null && clinic.panelUrlStatus !== false) === (host === 'on')) &&
      foldText([clinic.name, clinic.city, clinic.slug, clinic.panelUrl].join(' ')).includes(typed),
  )
}
