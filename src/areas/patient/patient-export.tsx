import { useLingui } from '@lingui/react/macro'
import { writeDay } from '../../../contract/kernel/when.ts'
import type { Patient } from '../../../contract/patient/patient.ts'
import { useClinics } from '../clinic/queries.ts'
import { formatDate } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { type ExportColumns, ListExport } from '../../screen/list-export.tsx'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import type { Listed } from './list-state.ts'
import { useGenders } from './patient-words.tsx'

/** Prints the filtered patients or saves them as a file; `load` fetches those that are not on the screen. */
export function PatientExport({
  rows,
  load = (most) => rows.slice(0, most),
  onPrint,
}: {
  rows: readonly Listed[]
  load?: (most: number) => readonly Listed[] | Promise<readonly Listed[] | null>
  onPrint: () => void | Promise<void>
}) {
  const offline = useIsOffline()
  return (
    <ListExport
      name="patients"
      columns={useColumns()}
      empty={rows.length === 0}
      load={load}
      fromDevice={offline}
      onPrint={onPrint}
    />
  )
}

/**
 * The columns of the caller's role as plain text, without the identity number, which is shown only one at a time (rule
 * 56).
 */
function useColumns(): ExportColumns<Listed> {
  const { t } = useLingui()
  const { person, zone } = useDevice()
  const genders = useGenders()
  const clinics = useClinics()
  const day = (at: string | null) => (at ? formatDate(at, zone) : '')
  const clinicsOf = (card: Patient) => card.clinicIds.flatMap((id) => clinics?.get(id)?.name ?? []).join(', ')
  return [
    [t`Name`, ({ card }) => card.name],
    [t`Date of birth`, ({ card }) => (card.birthDate ? writeDay(card.birthDate) : '')],
    [t`Gender`, ({ card }) => (card.gender ? genders[card.gender] : '')],
    [t`Phone`, ({ card }) => card.phone ?? ''],
    [t`Email`, ({ card }) => card.email ?? ''],
    [t`City`, ({ card }) => card.city ?? ''],
    [t`Last appointment`, ({ card }) => day(card.lastVisit)],
    [t`Next appointment`, ({ next }) => day(next)],
    [t`Appointments`, ({ card }) => String(card.visits)],
    ...(person.type === 'clinic' ? [] : [[t`Clinic`, ({ card }: Listed) => clinicsOf(card)] as const]),
    ...(person.type === 'doctor' ? [] : [[t`Added by`, ({ card }: Listed) => card.addedBy ?? ''] as const]),
  ]
}
