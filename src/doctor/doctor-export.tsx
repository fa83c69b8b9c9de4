import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Download, Printer } from 'lucide-react'
import { completenessOf } from '../../contract/doctor.rules.ts'
import { saveFile } from '../appointment/save-file.ts'
import { csvOf } from '../appointment/visit-csv.ts'
import { useLanguage } from '../i18n/locale.ts'
import { useIsOffline } from '../sync-centre/queries.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast.tsx'
import type { DoctorFacts } from './doctor-facts.ts'
import { languageNames } from './doctor-words.ts'
import type { ShownDoctor } from './queries.ts'

const MOST = 5000

/** The filtered list on paper and as a file: all of it, not the page (SCREENS B0), as this device has it. */
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
  const none = doctors.length === 0 ? t`The list is empty.` : null
  const commission = ({ commissionType: type, commissionRatio, commissionAmount }: ShownDoctor) =>
    type === 'ratio' ? `${commissionRatio ?? 0} %` : type === 'amount' ? ((commissionAmount ?? 0) / 100).toFixed(2) : ''
  const columns: readonly (readonly [string, (doctor: ShownDoctor) => string])[] = [
    [t`Title`, (doctor) => doctor.title],
    [t`Name`, (doctor) => doctor.name],
    [t`Branches`, facts.branchesOf],
    [t`Clinics`, facts.clinicsOf],
    [t`Phone`, (doctor) => doctor.phone ?? ''],
    [t`E-mail`, (doctor) => doctor.email ?? ''],
    [t`City`, (doctor) => doctor.city],
    [t`Known languages`, (doctor) => languageNames(doctor.languages, language)],
    [t`Commission`, commission],
    [t`Card filled`, (doctor) => `${completenessOf(doctor).percent} %`],
    [
      t`Status`,
      ({ active }) =>
        active ? t({ message: 'active', context: 'doctor' }) : t({ message: 'passive', context: 'doctor' }),
    ],
  ]

  function save() {
    const rows = doctors.slice(0, MOST)
    const text = csvOf(
      columns.map(([head]) => head),
      rows.map((doctor) => columns.map(([, cell]) => cell(doctor))),
      // Excel splits by the list separator of the reader's country
      language === 'en' ? ',' : ';',
    )
    saveFile('doctors.csv', 'text/csv;charset=utf-8', text)
    showToast({
      title: <Plural value={rows.length} one="# row exported" other="# rows exported" />,
      ...(offline && { text: <Trans>You are offline: it covers what is on this device.</Trans> }),
    })
  }

  return (
    <div className="row no-print">
      <Button small whyDisabled={none} showWhy={false} onClick={onPrint}>
        <Printer />
        <Trans>Print</Trans>
      </Button>
      <Button small whyDisabled={none} showWhy={false} onClick={save}>
        <Download />
        <Trans>Export</Trans>
      </Button>
    </div>
  )
}
