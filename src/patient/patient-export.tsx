import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import type { Patient } from '../../contract/patient.ts'
import { saveFile } from '../appointment/save-file.ts'
import { csvOf } from '../appointment/visit-csv.ts'
import { useClinics } from '../clinic/queries.ts'
import { formatDate } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { useDevice } from '../shell/device.tsx'
import { useIsOffline } from '../sync-centre/queries.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast.tsx'
import type { Listed } from './list-state.ts'
import { useGenders } from './patient-words.tsx'

/** An export holds at most this many rows (SCREENS B0). */
export const MOST_EXPORTED = 5000

/** The filtered list on paper and as a file: all of it, not the page (SCREENS B0). `load` fetches what is not on the screen. */
export function PatientExport({
  rows,
  load,
  total,
  onPrint,
}: {
  rows: readonly Listed[]
  load?: () => Promise<readonly Listed[] | null>
  /** Of the whole list, where `rows` are a page. */
  total?: number
  onPrint: () => void | Promise<void>
}) {
  const { t } = useLingui()
  const offline = useIsOffline()
  const table = useTable()
  const [busy, setBusy] = useState(false)
  const [printing, setPrinting] = useState(false)
  const none = rows.length === 0 ? t`The list is empty.` : null

  async function print() {
    setPrinting(true)
    await onPrint()
    setPrinting(false)
  }
  async function save() {
    setBusy(true)
    const all = load ? await load() : rows
    setBusy(false)
    if (!all) return showToast({ kind: 'failed', title: t`The list could not be fetched.` })
    const most = all.slice(0, MOST_EXPORTED)
    const { heads, cells, separator } = table(most)
    saveFile('patients.csv', 'text/csv;charset=utf-8', csvOf(heads, cells, separator))
    showToast({
      title: <Plural value={most.length} one="# row exported" other="# rows exported" />,
      text: (
        <>
          {Math.max(all.length, total ?? 0) > MOST_EXPORTED && (
            <Trans>An export holds at most {MOST_EXPORTED} rows; filter the list for the rest.</Trans>
          )}{' '}
          {offline && <Trans>You are offline: it covers what is on this device.</Trans>}
        </>
      ),
    })
  }

  return (
    <div className="row no-print">
      <Button small whyDisabled={none} showWhy={false} aria-busy={printing || undefined} onClick={() => void print()}>
        <Printer />
        <Trans>Print</Trans>
      </Button>
      <Button small whyDisabled={none} showWhy={false} aria-busy={busy || undefined} onClick={() => void save()}>
        <Download />
        <Trans>Export</Trans>
      </Button>
    </div>
  )
}

/** The columns a role has on the screen, as plain text; no identity number, which is shown one at a time (rule 56). */
function useTable() {
  const { t } = useLingui()
  const { person, zone } = useDevice()
  const language = useLanguage()
  const genders = useGenders()
  const clinics = useClinics()
  const day = (at: string | null) => (at ? formatDate(at, zone) : '')
  const columns: readonly (readonly [string, (row: Listed) => string])[] = [
    [t`Name`, ({ card }) => card.name],
    [t`Date of birth`, ({ card }) => card.birthDate ?? ''],
    [t`Gender`, ({ card }) => (card.gender ? genders[card.gender] : '')],
    [t`Phone`, ({ card }) => card.phone ?? ''],
    [t`E-mail`, ({ card }) => card.email ?? ''],
    [t`City`, ({ card }) => card.city ?? ''],
    [t`Last visit`, ({ card }) => day(card.lastVisit)],
    [t`Next visit`, ({ next }) => day(next)],
    [t`Visits`, ({ card }) => String(card.visits)],
    ...(person.type === 'clinic' ? [] : [[t`Clinic`, ({ card }: Listed) => clinicsOf(card)] as const]),
    ...(person.type === 'doctor' ? [] : [[t`Added by`, ({ card }: Listed) => card.addedBy ?? ''] as const]),
  ]
  const clinicsOf = (card: Patient) => card.clinicIds.flatMap((id) => clinics?.get(id)?.name ?? []).join(', ')
  return (rows: readonly Listed[]) => ({
    // Excel splits by the list separator of the reader's country, which is a semicolon where the comma is in numbers
    separator: language === 'en' ? (',' as const) : (';' as const),
    heads: columns.map(([head]) => head),
    cells: rows.map((row) => columns.map(([, cell]) => cell(row))),
  })
}
