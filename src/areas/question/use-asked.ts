import { useDoctors, useBranches } from '../doctor/queries.ts'
import { fullName } from '../doctor/doctor-words.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { pickText } from '../../i18n/multilingual.ts'
import type { ShownQuestion } from './queries.ts'

/** Whom a question is for, in words: the doctor, else the specialty; null if this device knows neither. */
export function useAsked(): (question: Pick<ShownQuestion, 'doctorId' | 'branchId'>) => string | null {
  const doctors = useDoctors()
  const branches = useBranches()
  const language = useLanguage()
  return ({ doctorId, branchId }) => {
    const doctor = doctors?.get(doctorId ?? '')
    if (doctor) return fullName(doctor)
    const branch = branches?.get(branchId ?? '')
    return branch ? (pickText(branch.name, language)?.value ?? null) : null
  }
}
