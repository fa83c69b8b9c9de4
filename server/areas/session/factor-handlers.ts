import type { Area, Ctx } from '../../http/handler.ts'
import { keepFactor, needsFactor, newFactor, newRecoveryCodes, recoveryHash, rightDigits } from './factor.ts'
import { provePassword } from './prove.ts'
import { releaseSessions } from '../../identity/session-store.ts'

export const factorHandlers = {
  'session.factor': async (_, { deps, who }) => {
    const { rows } = await deps.pool.query<{ since: Date; left: number }>(
      'select confirmed_at as since, cardinality(recovery) as left from second_factor where person_id = $1 and confirmed_at is not null',
      [who.id],
    )
    const required = await needsFactor(deps, who.id)
    return { status: true, since: rows[0]?.since.toISOString() ?? null, recoveryLeft: rows[0]?.left ?? 0, required }
  },

  'session.factorStart': async ({ password }, ctx) => {
    await provePassword(ctx, password)
    const { rows } = await ctx.deps.pool.query<{ login: string; house: string | null }>(
      `select coalesce(p.email, p.phone, p.name) as login, c.name as house from person p left join clinic c on c.id = $2 where p.id = $1`,
      [ctx.who.id, ctx.who.clinicId ?? ctx.who.hostClinic],
    )
    const factor = newFactor(rows[0]?.login ?? '', rows[0]?.house ?? 'Bedside')
    if (!(await keepFactor(ctx.deps, ctx.who.id, factor.secret))) return ctx.refuse('factor_on')
    about(ctx)
    return { status: true, ...factor }
  },

  'session.factorConfirm': async ({ code }, ctx) => {
    const { deps, who, now, refuse } = ctx
    const waiting = await deps.pool.query('select from second_factor where person_id = $1 and confirmed_at is null', [
      who.id,
    ])
    if (!waiting.rowCount) return refuse('factor_not_started')
    const tries = await deps.limits.take(['account', `factor ${who.id} ${who.sessionHash}`])
    if (!(await rightDigits(deps, who.id, code.replaceAll(/\s/g, '')))) return refuse('totp_wrong')
    await tries.giveBack()
    const recovery = newRecoveryCodes()
    await deps.pool.query('update second_factor set confirmed_at = $2, recovery = $3 where person_id = $1', [
      who.id,
      new Date(now),
      recovery.map((each) => recoveryHash(deps.vault, each)),
    ])
    await releaseSessions(deps.pool, who.id)
    about(ctx)
    return { status: true, recovery }
  },

  'session.factorOff': async ({ password }, ctx) => {
    await provePassword(ctx, password)
    if (await needsFactor(ctx.deps, ctx.who.id)) return ctx.refuse('factor_must_stay')
    await ctx.deps.pool.query('delete from second_factor where person_id = $1', [ctx.who.id])
    about(ctx)
    return { status: true }
  },
} satisfies Pick<
  Area<'session'>,
  'session.factor' | 'session.factorStart' | 'session.factorConfirm' | 'session.factorOff'
>

/** The audit line is about the person themself. */
const about = ({ record, who }: Pick<Ctx<'session.factorOff'>, 'record' | 'who'>) =>
  record({ object: { table: 'person', id: who.id } })
