import { useLingui } from '@lingui/react/macro'
import { APPOINTMENT_TYPES } from '../../../contract/appointment/appointment.lists.ts'
import type { FigureGroup } from '../../../contract/figures/figures.lists.ts'
import { addDays } from '../../../contract/kernel/time.ts'
import { weekdayName } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useTypeWords } from '../appointment/visit-words.tsx'
import { useDoctorName } from '../doctor/doctor-name.ts'
import { useDoctors } from '../doctor/queries.ts'

/** What groups are called, and what is in them. */
export function useGroupWords() {
  const { t } = useLingui()
  const language = useLanguage()
  const doctors = useDoctors()
  const doctorName = useDoctorName()
  const typeWord = useTypeWords()
  const titles: Readonly<Record<FigureGroup, string>> = {
    doctor: t`Doctor`,
    type: t({ message: 'Type', context: 'visit' }),
    weekday: t`Weekday`,
  }
  const names: Readonly<Record<FigureGroup, (key: string) => string>> = {
    doctor: (key) => doctorName(doctors?.get(key)),
    type: (key) => typeWord(APPOINTMENT_TYPES.find((type) => type === key) ?? 'face-to-face'),
    weekday: (key) => weekdayName(addDays(A_MONDAY, Number(key) - 1), language),
  }
  return { titleOf: (by: FigureGroup) => titles[by], nameOf: (by: FigureGroup, key: string) => names[by](key) }
}

const A_MONDAY = 20240101
