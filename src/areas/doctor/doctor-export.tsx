import { useLingui } from '@lingui/react/macro'
import { completenessOf } from '../../../contract/doctor/doctor.rules.ts'
import { formatPercent } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { type ExportColumns, ListExport, useSheetMoney } from '../../screen/list-export.tsx'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import type { DoctorFacts } from './doctor-facts.ts'
import { languageNames } from './doctor-words.ts'
import type { ShownDoctor } from './queries.ts'

/** Prints the filtered doctors or saves them as a file, from this device. */
export function DoctorExport({
  doctors,
  facts,
  onPrint,
}: {
  doctors: readonly ShownDoctor[]
  facts: DoctorFacts
  onPrint: () => void
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const offline = useIsOffline()
  const money = useSheetMoney()
  const commission = ({ commissionType: type, commissionRatio, commissionAmount }: ShownDoctor) =>
    type === 'ratio'
      ? formatPercent(commissionRatio ?? 0, language)
      : type === 'amount'
        ? money(commissionAmount ?? 0)
        : ''
  const columns: ExportColumns<ShownDoctor> = [
    [t({ message: 'Title', context: 'person' }), (doctor) => doctor.title],
    [t`Name`, (doctor) => doctor.name],
    [t`Specialties`, facts.branchesOf],
    [t`Clinics`, facts.clinicsOf],
    [t`Phone`, (doctor) => doctor.phone ?? ''],
    [t`Email`, (doctor) => doctor.email ?? ''],
    [t`City`, (doctor) => doctor.city],
    [t`Known languages`, (doctor) => languageNames(doctor.languages, language)],
    [t`Commission`, commission],
    [t`Profile complete`, (doctor) => formatPercent(completenessOf(doctor).percent, language)],
    [
      t`Status`,
      ({ active }) =>
        active ? t({ message: 'active', context: 'doctor' }) : t({ message: 'inactive', context: 'doctor' }),
    ],
  ]

  return (
    <ListExport
      name="doctors"
      columns={columns}
      empty={doctors.length === 0}
      load={(most) => doctors.slice(0, most)}
      fromDevice={offline}
      onPrint={onPrint}
    />
  )
}
