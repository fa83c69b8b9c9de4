import type pg from 'pg'
import type { Sequence } from './dump.ts'

/** Slices of the audit for all lines up to where its counter stands elsewhere (migration 0147), before rows are read into it. */
export async function roomForAudit(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  const counter = sequences.find(({ name }) => name === 'public.audit_seq_seq')
  const { rows } = await client.query<{ is: boolean }>(`select to_regproc('audit_make_room') is not null as is`)
  if (counter && rows[0]!.is) await client.query('select audit_make_room($1)', [counter.last])
}
