import { useMemo } from 'react'
import type { Currency } from '../../../contract/kernel/constants.ts'
import { useClinics } from '../clinic/queries.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { pickText } from '../../i18n/multilingual.ts'
import { useDevice } from '../../screen/device.ts'
import { useBranches, type ShownDoctor } from './queries.ts'

/**
 * What a list shows of a doctor besides the card: names of specialties and clinics, and the currency of the first
 * clinic.
 */
export type DoctorFacts = {
  readonly branchesOf: (doctor: Pick<ShownDoctor, 'branchIds'>) => string
  readonly clinicsOf: (doctor: Pick<ShownDoctor, 'clinicIds'>) => string
  readonly currencyOf: (doctor: Pick<ShownDoctor, 'clinicIds'>) => Currency
}

export function useDoctorFacts(): DoctorFacts {
  const language = useLanguage()
  const branches = useBranches()
  const clinics = useClinics()
  const { person } = useDevice()
  return useMemo(
    () => ({
      branchesOf: ({ branchIds }) =>
        branchIds
          .flatMap((id) => {
            const branch = branches?.get(id)
            return branch ? (pickText(branch.name, language)?.value ?? []) : []
          })
          .join(', '),
      clinicsOf: ({ clinicIds }) => clinicIds.flatMap((id) => clinics?.get(id)?.name ?? []).join(', '),
      currencyOf: ({ clinicIds }) => clinics?.get(person.clinicId ?? clinicIds[0] ?? '')?.currency ?? 'try',
    }),
    [branches, clinics, language, person.clinicId],
  )
}
