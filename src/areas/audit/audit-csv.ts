import type { AuditLine } from '../../../contract/audit/audit.ts'
import { csvOf } from '../../screen/csv.ts'

const COLUMNS = [
  'seq',
  'at',
  'madeAt',
  'actorName',
  'actorType',
  'actorId',
  'clinicName',
  'action',
  'table',
  'recordId',
  'recordName',
  'fields',
  'changes',
  'outcome',
] as const

/** Lines as CSV: names as the contract has them, times in UTC, so that it reads the same everywhere. */
export const auditCsv = (lines: readonly AuditLine[]): string =>
  csvOf(
    COLUMNS,
    lines.map((line) => COLUMNS.map((name) => cellOf(line[name]))),
    ',',
  )

const cellOf = (value: AuditLine[(typeof COLUMNS)[number]]): string => {
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
