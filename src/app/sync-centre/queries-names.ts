import { useLiveQuery } from 'dexie-react-hooks'
import type { Language } from '../../../contract/kernel/constants.ts'
import type { TableName } from '../../../contract/kernel/table-names.ts'
import { rowsIn, type Database } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { isMultilingual, pickText } from '../../i18n/multilingual.ts'
import { useDevice } from '../../screen/device.ts'
import { NAMED_IN } from './field-words.ts'

/** Names of the records that these inputs mention, by id; a dash for one that is not on this device. */
export function useNames(
  inputs: readonly Readonly<Record<string, unknown>>[],
): ReadonlyMap<string, string> | undefined {
  const { db } = useDevice()
  const language = useLanguage()
  const wanted = inputs.flatMap((input) =>
    Object.entries(NAMED_IN).flatMap(([field, table]) =>
      [input[field] ?? []].flat().map((id) => [table, String(id)] as const),
    ),
  )
  return useLiveQuery(async () => {
    const names = new Map<string, string>()
    for (const [table, id] of wanted) names.set(id, await nameOf(db, table, id, language))
    return names
  }, [db, language, wanted.join()])
}

const startOf = ({ start, zone }: Shown<'appointment'>) => formatDateTime(start, zone)

async function nameOf(db: Database, table: TableName, id: string, language: Language): Promise<string> {
  const stored = await rowsIn(db, table).get(id)
  if (table === 'appointment') return stored ? startOf(show('appointment', stored)) : '—'
  const name = stored && (show(table, stored) as { readonly name?: unknown }).name // every table of `NAMED_IN` has a name
  if (typeof name === 'string') return name
  return (isMultilingual(name) && pickText(name, language)?.value) || '—'
}
