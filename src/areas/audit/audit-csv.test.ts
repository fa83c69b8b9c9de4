import { expect, test } from 'vitest'
import type { AuditLine } from '../../../contract/audit/audit.ts'
import { auditCsv } from './audit-csv.ts'

const line: AuditLine = {
  seq: 7,
  at: '2026-11-21T09:00:00.000Z',
  madeAt: null,
  actorId: '01a200ef-3b00-75fb-bd7e-b26910000000',
  actorName: 'Güneş, "Levent"',
  actorType: 'admin',
  clinicId: null,
  clinicName: null,
  action: 'setting.update',
  table: 'setting',
  recordId: null,
  recordName: '=cmd()',
  fields: ['id', 'data'],
  changes: { horizonDays: [90, 60] },
  outcome: 'done',
}

test('rule 57: a line keeps its columns, whatever its content', () => {
  const [head, row, end] = auditCsv([line]).split('\r\n')
  expect(head).toBe(
    '\ufeffseq,at,madeAt,actorName,actorType,actorId,clinicName,action,table,recordId,recordName,fields,changes,outcome',
  )
  expect(row).toBe(
    `7,2026-11-21T09:00:00.000Z,,"Güneş, ""Levent""",admin,01a200ef-3b00-75fb-bd7e-b26910000000,,setting.update,setting,,'=cmd(),id data,"{""horizonDays"":[90,60]}",done`,
  )
  expect(end).toBe('')
})
