import { momentNotBefore } from '../../contract/appointment/appointment.rules.ts'
import type { Check } from './invariants.ts'

/** The field in which each mark is stored. */
const FIELDS = {
  'appointment.arrive': ['arrivedAt', 'arrived'],
  'appointment.noShow': ['noShowAt', 'no-show'],
  'appointment.complete': ['completedAt', 'completed'],
} as const

/**
 * A mark carries the time at which its person made it, by the true clock and not by their device's, however late it
 * arrived; except a time before their first session or before the visit itself, which is not believed (decision 0086).
 */
export const rule57_whenItHappened: Check = async (server, ledger) => {
  const intents = new Map(
    [...ledger.intents.values()].map((intent) => [`${intent.person} ${intent.call} ${intent.madeAt}`, intent]),
  )
  const lines = await server.sql<{ id: string; actor: string; action: keyof typeof FIELDS; made: Date | null }>(
    `select distinct on (object_id, action) object_id as id, actor, action, made_at as made from audit
      where outcome = 'done' and action in ('appointment.arrive', 'appointment.noShow', 'appointment.complete')
      order by object_id, action, seq desc`,
  )
  const visits = await server.sql<Visit>(
    'select id, start, "createdAt", "arrivedAt", "noShowAt", "completedAt" from appointment_row',
  )
  const sessions = await server.sql<{ person: string; since: Date }>(
    'select person_id as person, min(created_at) as since from session group by 1',
  )
  const sinceOf = new Map(sessions.map(({ person, since }) => [person, since.getTime()]))
  const problems: string[] = []
  for (const { id, actor, action, made } of lines) {
    const intent = intents.get(`${actor} ${action} ${made?.toISOString()}`)
    const visit = visits.find((each) => each.id === id)
    const [field, mark] = FIELDS[action]
    const kept = visit?.[field]
    if (!intent || !visit || !kept) continue
    if (intent.at < Math.max(sinceOf.get(actor) ?? Infinity, momentNotBefore(visit, mark))) continue
    const off = Date.parse(kept) - intent.at
    if (Math.abs(off) > SLACK_MS)
      problems.push(`${action} of ${id} was made at ${new Date(intent.at).toISOString()} and is kept as of ${kept}`)
  }
  return problems
}

type Visit = {
  readonly id: string
  readonly start: string
  readonly createdAt: string
  readonly arrivedAt: string | null
  readonly noShowAt: string | null
  readonly completedAt: string | null
}

/** A clock may be wrong by as much as a message takes. */
const SLACK_MS = 61_000
