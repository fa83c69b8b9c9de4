import { OLD_SECRET_HOURS, WEBHOOKS_MOST } from '../../../contract/webhook/webhook.rules.ts'
import type { Delivery, Webhook } from '../../../contract/webhook/webhook.ts'
import type { Db } from '../../db/pool.ts'
import type { Area, Ctx, Outside } from '../../http/handler.ts'
import { listPage, where } from '../../http/list.ts'
import { Refused } from '../../kernel/refused.ts'
import { allowed, NotFetched, publicAddress } from '../calendar-link/fetch.ts'
import { newSecret, openUrl, sealSecret, sealUrl } from './secret.ts'

/** A clinic's endpoints and their deliveries (decision 0164). Whose they are, the tables' policies know. */
export const webhookHandlers: Area<'webhook'> = {
  'webhook.list': async (_, ctx) => ({ status: true, webhooks: await readAll(ctx) }),

  'webhook.add': {
    ahead: async ({ url }, outside) => {
      const { hostname, href } = await checked(outside, url)
      return async ({ id, kinds, active }, ctx) => {
        const { db, deps, who, now, refuse, record } = ctx
        const secret = newSecret()
        const { rowCount } = await db.query(
          `insert into webhook (id, clinic_id, place, host, url, kinds, active, secret, made_by_name, created_at)
           select $1, $2, min(free), $3, $4, $5, $6, $7, $8, $9 from generate_series(1, $10) free
            where free not in (select place from webhook) having min(free) is not null
           on conflict do nothing`,
          [
            id,
            who.clinicId,
            hostname,
            sealUrl(deps.vault, href),
            [...new Set(kinds)],
            active,
            sealSecret(deps.vault, secret),
            who.name,
            new Date(now),
            WEBHOOKS_MOST,
          ],
        )
        if (!rowCount) {
          const { rows } = await db.query<{ n: number }>('select count(*)::int as n from webhook')
          return refuse(rows[0]!.n >= WEBHOOKS_MOST ? 'webhook_limit' : 'id_taken')
        }
        record({ object: { table: 'webhook', id }, values: { host: [null, hostname], kinds: [null, kinds.join(' ')] } })
        return { status: true, webhook: await read(ctx, id), secret }
      }
    },
  },

  'webhook.update': {
    ahead: async ({ url }, outside) => {
      const { hostname, href } = await checked(outside, url)
      return async ({ id, kinds, active }, ctx) => {
        const { db, deps, record } = ctx
        const before = await lock(db, id)
        await db.query(
          `update webhook set host = $2, url = $3, kinds = $4, active = $5, off_at = case when $5 then null else off_at end,
             failing_since = case when $5 and not active then null else failing_since end where id = $1`,
          [id, hostname, sealUrl(deps.vault, href), [...new Set(kinds)], active],
        )
        record({
          object: { table: 'webhook', id },
          values: {
            host: [before.host, hostname],
            kinds: [before.kinds.join(' '), kinds.join(' ')],
            active: [before.active, active],
          },
        })
        ctx.after(async () => deps.sendSoon())
        return { status: true, webhook: await read(ctx, id) }
      }
    },
  },

  'webhook.rotate': async ({ id }, ctx) => {
    const { db, deps, now, record } = ctx
    await lock(db, id)
    const secret = newSecret()
    const until = new Date(now + OLD_SECRET_HOURS * 3_600_000)
    await db.query('select webhook_rotate($1, $2, $3, $4)', [id, sealSecret(deps.vault, secret), new Date(now), until])
    record({ object: { table: 'webhook', id } })
    return { status: true, webhook: await read(ctx, id), secret }
  },

  'webhook.test': async ({ id }, ctx) => {
    const { db, deps, record } = ctx
    await lock(db, id)
    // one that waits is enough, however often it is pressed
    await db.query(
      `insert into webhook_delivery (webhook_id, clinic_id, type)
       select w.id, w.clinic_id, 'test' from webhook w
        where w.id = $1 and not exists (select from webhook_delivery d where d.webhook_id = w.id and d.record_id is null and d.state = 'waiting')`,
      [id],
    )
    // a test that waits for its next try goes now
    await db.query(
      `update webhook_delivery set next_try_at = '-infinity' where webhook_id = $1 and record_id is null and state = 'waiting'`,
      [id],
    )
    record({ object: { table: 'webhook', id } })
    ctx.after(async () => deps.sendSoon())
    return { status: true }
  },

  'webhook.replay': async ({ id, deliveryId }, ctx) => {
    const { db, deps, refuse, record } = ctx
    await lock(db, id)
    const { rowCount } = await db.query(
      `update webhook_delivery set state = 'waiting', tries = 0, next_try_at = '-infinity', claimed_until = null, ended_at = null
        where webhook_id = $1 and case when $2::uuid is null then state = 'dead' else id = $2 and state <> 'waiting' end`,
      [id, deliveryId ?? null],
    )
    if (deliveryId && !rowCount) return refuse('delivery_not_found')
    record({ object: { table: 'webhook', id }, values: { replayed: [null, rowCount] } })
    ctx.after(async () => deps.sendSoon())
    return { status: true }
  },

  'webhook.delete': async ({ id }, ctx) => {
    const { host } = await lock(ctx.db, id)
    await ctx.db.query('delete from webhook where id = $1', [id])
    ctx.record({ object: { table: 'webhook', id }, values: { host: [host, null] } })
    return { status: true }
  },

  'webhook.deliveries': async ({ id, state, ...paging }, { db }) => {
    await seen(db, id)
    const filter = [where('webhook_id = ?', id), ...(state ? [where('state = ?', state)] : [])]
    const { rows, envelope } = await listPage<Delivery>(db, 'webhook_delivery_row', filter, ['seq', 'id'], paging, true)
    return { ...envelope, deliveries: rows }
  },
}

/** The parsed address; refuses one that may not be sent to. A name that has no address now may get one. */
async function checked({ deps }: Pick<Outside, 'deps'>, typed: string): Promise<URL> {
  try {
    const url = allowed(typed)
    await publicAddress(deps.web, url)
    return url
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error
    if (error.reason !== 'unreachable') throw new Refused('webhook_address')
    return allowed(typed)
  }
}

type Needs = Pick<Ctx<'webhook.list'>, 'db' | 'deps'>
type Row = Webhook & { readonly place: number }

async function readAll({ db, deps }: Needs): Promise<Webhook[]> {
  const { rows } = await db.query<Row>('select * from webhook_row order by place')
  return rows.map((row) => ({ ...row, url: openUrl(deps.vault, row.url) }))
}

async function read({ db, deps }: Needs, id: string): Promise<Webhook> {
  const { rows } = await db.query<Row>('select * from webhook_row where id = $1', [id])
  const [row] = rows
  if (!row) throw new Refused('webhook_not_found')
  return { ...row, url: openUrl(deps.vault, row.url) }
}

async function seen(db: Db, id: string): Promise<void> {
  const { rowCount } = await db.query('select from webhook where id = $1', [id])
  if (!rowCount) throw new Refused('webhook_not_found')
}

type Locked = { readonly host: string; readonly kinds: readonly string[]; readonly active: boolean }

async function lock(db: Db, id: string): Promise<Locked> {
  const { rows } = await db.query<Locked>('select host, kinds, active from webhook where id = $1 for no key update', [
    id,
  ])
  if (!rows[0]) throw new Refused('webhook_not_found')
  return rows[0]
}
