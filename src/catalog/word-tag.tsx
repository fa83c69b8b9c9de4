import type { Pending } from '../db/row.ts'
import { ChangeTag } from '../ui/badge.tsx'

/** Where a row's change is, as the square tag says it; nothing for a row as the server has it. */
export function tagOf(pending: Pending) {
  return pending === 'none' ? null : <ChangeTag state={pending === 'waiting' ? 'pending' : pending} />
}
