import type { AuditLine } from '../../contract/audit.ts'

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

/** Lines as CSV (RFC 4180): names as the contract has them, times in UTC, so that it reads the same everywhere. */
export function auditCsv(lines: readonly AuditLine[]): string {
  const rows = lines.map((line) =>
    COLUMNS.map((name) => {
      const value = line[name]
      return cell(
        Array.isArray(value)
          ? value.join(' ')
          : typeof value === 'object' && value !== null
            ? JSON.stringify(value)
            : value,
      )
    }).join(','),
  )
  // the mark tells spreadsheets that this is UTF-8
  return `\ufeff${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`
}

/** A cell that begins like a formula is text: spreadsheets would run it. */
function cell(value: string | number | null): string {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
