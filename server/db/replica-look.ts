import pg from 'pg'
import type { FailureLog } from '../kernel/guarded.ts'
import { DatabaseProblem } from './check.ts'
import type { Lsn } from './position.ts'

/** The state of a replica when it was last asked. */
export type Look = {
  readonly isStandby: boolean
  /**
   * It has everything before this place. This never goes back as long as the connection lasts over which it was asked.
   */
  readonly lsn: Lsn
  /** The run of the primary whose log it replays. */
  readonly epoch: string | null
  /** Its login is not what it should be. */
  readonly isRefused: boolean
}

type Options = {
  readonly url: string
  readonly check: ((client: pg.ClientBase) => Promise<void>) | null
  readonly log: FailureLog
  readonly name: string
}

/**
 * Asks one replica, on a connection of its own, how far it has come. The answer holds as long as that connection: a
 * restarted replica may be a little further back in the log, and another server may be at its address.
 */
export function followReplica({ url, check, log, name }: Options) {
  let client: pg.Client | null = null
  let last: (Look & { readonly at: number }) | null = null
  let isRefused = false

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
      application_name: 'bedside replica',
    })
    next.on('error', () => {})
    next.on('end', () => {
      if (client === next) lose()
    })
    await next.connect()
    isRefused = false
    await check?.(next).catch((error: unknown) => {
      if (!(error instanceof DatabaseProblem)) throw error
      isRefused = true
      log.error({ replica: name, err: error }, 'replica')
    })
    return next
  }

  function lose() {
    const current = client
    client = null
    last = null
    void current?.end().catch(() => {})
  }

  return {
    /** Null if it does not answer. */
    look: async () => {
      try {
        client ??= await connect()
        const { rows } = await client.query<Omit<Look, 'isRefused'>>(LOOK)
        last = { ...rows[0]!, isRefused, at: performance.now() }
      } catch {
        // away, or not what it should be: it is asked again
        lose()
      }
    },
    last: (): Look | null => (last && performance.now() - last.at < OLD_MS ? last : null),
    /** The last answer no longer counts. */
    forget: lose,
    stop: async () => {
      const current = client
      lose()
      await current?.end().catch(() => {})
    },
  }
}

const PATIENCE_MS = 2_000
const OLD_MS = 3_000

const LOOK = `select pg_is_in_recovery() as "isStandby", coalesce(pg_last_wal_replay_lsn(), '0/0')::text as lsn,
  (select id from incarnation_now('', '0')) as epoch`
