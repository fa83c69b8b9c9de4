import type { OwnSession } from '../../../contract/session/session.account.ts'
import { ahead, type Area } from '../../http/handler.ts'
import { lockSession } from '../../identity/session-store.ts'

export const ownSessionHandlers = {
  'session.lock': ahead(async ({ token, lock, leave = false }, { deps }) => {
    await lockSession(deps, token, lock, leave)
    return { status: true }
  }),

  'session.list': async (_, { deps, who, now }) => {
    const { rows } = await deps.pool.query<OwnSession & { started_at: Date; used_at: Date }>(
      `select s.id, s.session_hash = $2 as current, s.ended_at is not null as left, coalesce(s.agent, '') as agent, c.name as clinic, s.created_at as started_at, s.used_at
         from session s left join clinic c on c.id = s.host_clinic
        where s.person_id = $1 and s.token_hash is not null and s.expires_at > $3
        order by current desc, s.ended_at is not null, s.used_at desc limit 200`,
      [who.id, who.sessionHash, new Date(now)],
    )
    return {
      status: true,
      sessions: rows.map(({ started_at, used_at, ...session }) => ({
        ...session,
        startedAt: started_at.toISOString(),
        usedAt: used_at.toISOString(),
      })),
    }
  },

  'session.endOther': async ({ id, wipe = false, back }, { deps, who, now, refuse, record }) => {
    if (back !== undefined) {
      const { rowCount } = await deps.pool.query(
        'update session set token_hash = null where person_id = $1 and token_hash = $2 and ended_at is not null',
        [who.id, back],
      )
      return { status: true, ended: rowCount ?? 0 }
    }
    // one that was left has ended; only a wipe is still to be ordered of it
    const { rows } = await deps.pool.query<{ session_hash: string }>(
      `update session set ended_at = coalesce(ended_at, $2), token_hash = null, wipe_hash = case when $5 then token_hash end
        where person_id = $1 and (ended_at is null or $5 and token_hash is not null) and session_hash <> $3
          and ($4::uuid is null or id = $4) returning session_hash`,
      [who.id, new Date(now), who.sessionHash, id ?? null, wipe],
    )
    if (id && !rows.length) return refuse('session_not_found')
    for (const { session_hash } of rows) deps.closeSockets(session_hash)
    if (id) record({ object: { table: 'session', id } })
    return { status: true, ended: rows.length }
  },
} satisfies Pick<Area<'session'>, 'session.lock' | 'session.list' | 'session.endOther'>
