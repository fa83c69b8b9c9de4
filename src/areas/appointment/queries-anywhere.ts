import { appointmentCalls } from '../../../contract/appointment/appointment.ts'
import { call, type Outcome } from '../../api/call.ts'
import type { Problem } from '../../screen/problem.ts'
import { useAnswer } from '../../screen/use-answer.ts'
import { useSyncStatus } from '../../screen/queries-waiting.ts'
import { useVisit, type ShownVisit } from './queries.ts'

/** One appointment, from this device or the server. */
export type VisitAnywhere = {
  /** Null if neither this device nor the server has it for this person; undefined until that is known. */
  readonly visit: ShownVisit | null | undefined
  /** When the server sent it, in epoch ms; null if this device holds it. */
  readonly at: number | null
  /** Why the server could not be asked; null if it was, or need not be. */
  readonly problem: Problem | null
  readonly again: () => void
}

/**
 * An appointment from this device, otherwise from the server: one in a month that the device does not hold stays
 * reachable for whoever makes or opens it (rule 89). The server's is shown with its time, not stored (SYNC "What is
 * held by default"), and fetched again after each pull.
 */
export function useVisitAnywhere(id: string): VisitAnywhere {
  const localVisit = useVisit(id)
  const pulledAt = useSyncStatus()?.pulledAt
  const isAsked = localVisit === null
  const { value, problem, asking, at, again } = useAnswer<Found>(
    async () => (isAsked ? fetchVisit(id) : NOT_ASKED),
    isAsked ? `${id} ${pulledAt ?? ''}` : '',
  )
  if (localVisit) return { visit: localVisit, at: null, problem: null, again }
  // the answer to an earlier request says nothing about this one
  const found = isAsked && value?.of === id ? value : null
  if (found?.visit) return { visit: found.visit, at, problem: null, again }
  return { visit: found && !asking && !problem ? null : undefined, at: null, problem: isAsked ? problem : null, again }
}

/** `of` is the appointment that was requested. */
type Found = { readonly of: string | null; readonly visit: ShownVisit | null }
const NOT_ASKED: Outcome<Found> = { kind: 'done', reply: { of: null, visit: null } }

async function fetchVisit(id: string): Promise<Outcome<Found>> {
  const outcome = await call(appointmentCalls['appointment.list'], { id, limit: 1 })
  if (outcome.kind !== 'done') return outcome
  const [visit] = outcome.reply.appointments
  return { kind: 'done', reply: { of: id, visit: visit ? { ...visit, pending: 'none' } : null } }
}
