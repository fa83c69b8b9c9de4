import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Pending } from '../db/row.ts'
import { ChangeTag } from '../ui/badge.tsx'

type Changed = { readonly pending: Pending }

/** How a row whose change is under way is marked in a table; null for one as the server has it. */
export const changeOf = ({ pending }: Changed): 'pending' | 'conflict' | 'failed' | null =>
  pending === 'none' ? null : pending === 'waiting' ? 'pending' : pending

/**
 * The state of a record's change, in the one square tag of its row; a change that needs a decision links to it. Nothing
 * if all is saved. `waiting` replaces "Waiting to send" with something more precise.
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
