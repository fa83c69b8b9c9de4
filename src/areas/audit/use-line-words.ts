import { useLingui } from '@lingui/react/macro'
import type { AuditLine } from '../../../contract/audit/audit.ts'
import { isMessageCode } from '../../../contract/kernel/messages.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { ROLE_WORDS } from '../user/user-words.ts'
import { TABLE_WORDS, wordsOf } from './action-words.ts'
import { wordOf } from '../../i18n/word-of.ts'

/** A line of the log, in words of the reader's language; names of fields stay as the contract has them. */
export function useLineWords() {
  const { t, i18n } = useLingui()
  const { zone } = useDevice()
  return {
    when: (line: AuditLine) => formatDateTime(line.at, zone),
    /** When it was done, if that was noticeably before the server received it (rule 57). */
    made: (line: AuditLine) =>
      line.madeAt && Date.parse(line.at) - Date.parse(line.madeAt) > NOTICEABLE_MS
        ? formatDateTime(line.madeAt, zone)
        : null,
    who: (line: AuditLine) => line.actorName ?? t`deleted user`,
    kind: (line: AuditLine) => (line.actorType ? i18n._(wordOf(ROLE_WORDS, line.actorType)) : ''),
    action: ({ action }: Pick<AuditLine, 'action'>) => {
      const words = wordsOf(action)
      return words ? i18n._(words) : action
    },
    record: ({ table, recordName }: Pick<AuditLine, 'table' | 'recordName'>) => {
      const words = table ? TABLE_WORDS[table] : undefined
      const kind = words ? i18n._(words) : (table ?? '')
      return recordName ? `${kind}: ${recordName}` : kind
    },
    outcome: ({ outcome }: Pick<AuditLine, 'outcome'>) =>
      outcome === 'done' ? null : isMessageCode(outcome) ? i18n._(messages[outcome]) : outcome,
    changes: (line: Pick<AuditLine, 'changes'>) =>
      Object.entries(line.changes ?? {})
        .filter(([name]) => name !== 'records' || readIn(line) === null)
        .map(([name, [before, after]]) => ({ name, before: valueOf(before), after: valueOf(after) })),
    /** How many records a line says were read; null if it does not say. */
    read: readIn,
  }
}

function readIn({ changes }: Pick<AuditLine, 'changes'>): number | null {
  const [before, after] = changes?.['records'] ?? []
  return (before === null || before === undefined) && typeof after === 'number' ? after : null
}

const NOTICEABLE_MS = 60_000

function valueOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  return Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value)
}
