import { useLingui } from '@lingui/react/macro'
import type { Import, ImportLine } from '../../../contract/import/import.ts'
import { IMPORT_FIELDS } from '../../../contract/import/import.lists.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { csvOf } from '../../screen/csv.ts'
import { saveFile } from '../../screen/save-file.ts'
import { useFaultWords } from './fault-words.ts'
import { FIELD_WORDS } from './import-words.ts'

/**
 * Saves lines as a file that can be mended and imported: the columns of the import by the names under which they are
 * recognised, then the line's number and what is wrong, which an import leaves out.
 */
export function useSaveLines(): (its: Import, lines: readonly ImportLine[]) => void {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  const faultsOf = useFaultWords()
  return ({ columns }, lines) => {
    const fields = IMPORT_FIELDS.filter((field) => columns.some((column) => column.field === field))
    const heads = [...fields.map((field) => i18n._(FIELD_WORDS[field])), t`Line`, t`What is wrong`]
    const rows = lines.map((line) => [
      ...fields.map((field) => line.cells[field] ?? ''),
      String(line.line),
      faultsOf(line).join('; '),
    ])
    saveFile('import-lines.csv', 'text/csv;charset=utf-8', csvOf(heads, rows, language === 'en' ? ',' : ';'))
  }
}
