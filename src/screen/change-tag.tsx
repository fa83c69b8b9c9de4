import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Pending } from '../db/row.ts'
import { ChangeTag } from '../ui/badge.tsx'

type Changed = { readonly pending: Pending }

/** The mark of a row in a table with an unsent change; null for a row as the server has it. */
export const changeOf = ({ pending }: Changed): 'pending' | 'conflict' | 'failed' | null =>
  pending === 'none' ? null : pending === 'waiting' ? 'pending' : pending

/**
 * The state of a record's change as the square tag of its row; a change that needs a decision links to it. Draws
 * nothing if all is saved. `waiting` replaces "Waiting to send" with something more precise.
 */
export function RecordChange({ of, waiting }: { of: Changed; waiting?: ReactNode }) {
  const state = changeOf(of)
  if (!state) return null
  if (state === 'pending') return <ChangeTag state={state}>{waiting}</ChangeTag>
  return (
    <Link to="/sync" search={{ tab: 'attention' }} className="tag-link">
      <ChangeTag state={state} />
    </Link>
  )
}
