import { useClinics } from '../clinic/queries.ts'
import { useBranches, useDoctors } from '../doctor/queries.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { pickText } from '../../i18n/multilingual.ts'
import { useDevice } from '../../screen/device.ts'

type Written = {
  readonly doctorId: string
  readonly doctorName: string
  readonly clinicId: string | null
  readonly createdAt: string
}

/** The signature: doctor, specialty, clinic and time. */
export function CareSign({ of }: { of: Written }) {
  const { zone } = useDevice()
  const clinic = useClinics()?.get(of.clinicId ?? '')
  const branch = useBranchName()(of.doctorId)
  return (
    <div className="care-sign">
      <b>{of.doctorName}</b>
      <p className="sm dim">{[branch, clinic?.name].filter(Boolean).join(' · ')}</p>
      <p className="sm dim">{formatDateTime(of.createdAt, zone)}</p>
    </div>
  )
}

/** The name of a doctor's specialty in the reader's language; empty while it is not on this device. */
export function useBranchName(): (doctorId: string) => string {
  const language = useLanguage()
  const doctors = useDoctors()
  const branches = useBranches()
  return (doctorId) => {
    const branch = branches?.get(doctors?.get(doctorId)?.branchId ?? '')
    return (branch && pickText(branch.name, language)?.value) ?? ''
  }
}
