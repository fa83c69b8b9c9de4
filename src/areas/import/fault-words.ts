import { useLingui } from '@lingui/react/macro'
import type { ImportLine } from '../../../contract/import/import.ts'
import { wordOf } from '../../i18n/word-of.ts'
import { FIELD_WORDS, REASON_WORDS } from './import-words.ts'

/** What is wrong with a line, one sentence for each field: its name, the value as typed, and why. */
export function useFaultWords(): (line: ImportLine) => readonly string[] {
  const { t, i18n } = useLingui()
  return ({ faults, cells }) =>
    faults.map(({ field, reason }) => {
      const why = i18n._(wordOf(REASON_WORDS, reason))
      if (field === null) return why
      const name = i18n._(wordOf(FIELD_WORDS, field))
      const value = cells[field]?.slice(0, 80)
      return value ? t`${name} “${value}”: ${why}` : t`${name}: ${why}`
    })
}
