import type { Doctor } from '../../../contract/doctor/doctor.ts'
import { pickText } from '../../i18n/multilingual.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useBranches } from './queries.ts'

/** A doctor's specialty in the reader's language; null if this device does not know it. */
export function useSpecialty(): (doctor: Pick<Doctor, 'branchId'> | undefined) => string | null {
  const branches = useBranches()
  const language = useLanguage()
  return (doctor) => {
    const branch = doctor?.branchId ? branches?.get(doctor.branchId) : undefined
    return branch ? (pickText(branch.name, language)?.value ?? null) : null
  }
}

/** "Uzm. Dr. Zeynep Aydınlıoğlu". */
export const fullName = ({ title, name }: Pick<Doctor, 'title' | 'name'>) => `${title} ${name}`.trim()

/** Language names in the reader's language: tr, de → "Türkisch, Deutsch". */
export function languageNames(codes: readonly string[], reader: string): string {
  const names = new Intl.DisplayNames([reader], { type: 'language' })
  return codes.map((code) => names.of(code) ?? code).join(', ')
}
