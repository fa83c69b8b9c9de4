import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import pg from 'pg'
import { newId } from '../../contract/kernel/id.ts'
import { guarded, type FailureLog } from '../kernel/guarded.ts'

/** A message to the sockets of other processes: poke these rooms, or close those of a session. */
export type Word = { readonly rooms: readonly string[] } | { readonly session: string }

export type Neighbours = {
  /** Sends it soon to all other processes on this database. */
  readonly tell: (word: Word) => void
  readonly stop: () => Promise<void>
}

type Needs = {
  /** The address of the database itself: a pooler in transaction mode does not forward LISTEN. */
  readonly url: string
  readonly pool: Pick<pg.Pool, 'query'>
  readonly log: FailureLog
  readonly databaseIsUp: () => boolean
  readonly onWord: (word: Word) => void
  /** Called when it listens again after an interruption: messages in between were lost. */
  readonly missed: () => void
}

/**
 * The other processes on one PostgreSQL, reached by NOTIFY (decision 0103). A message is only a hint: a device that
 * misses one pulls within a minute, and the sockets' own check finds an ended session. So nothing is stored or
 * repeated; rooms poked within a few milliseconds go out as one message.
 */
export function joinNeighbours({ url, pool, log, databaseIsUp, onWord, missed }: Needs): Neighbours {
  const me = newId()
  const over = new AbortController()
  const rooms = new Set<string>()
  let soon: NodeJS.Timeout | null = null
  const listening = listen()

  const say = (word: Word) =>
    void guarded(log, 'neighbours', async () => {
      if (databaseIsUp()) await pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ from: me, ...word })])
    })
  function flush() {
    soon = null
    const all = [...rooms]
    rooms.clear()
    for (let at = 0; at < all.length; at += MOST_ROOMS) say({ rooms: all.slice(at, at + MOST_ROOMS) })
  }

  async function listen() {
    for (let tries = 0; !over.signal.aborted; tries++) {
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 5_000,
        keepAlive: true,
        keepAliveInitialDelayMillis: 5_000,
        application_name: 'bedside listener',
      })
      client.on('error', () => {})
      const ended = new Promise<void>((done) => void client.once('end', done))
      const end = () => void client.end().catch(() => {})
      try {
        await client.connect()
        client.on('notification', ({ payload }) => receive(payload))
        await client.query(`listen ${CHANNEL}`)
        if (tries > 0) missed()
        tries = 0
        over.signal.addEventListener('abort', end, { once: true })
        if (over.signal.aborted) end()
        await ended
      } catch {
        end()
      } finally {
        over.signal.removeEventListener('abort', end)
      }
      const wait = Math.min(3_000, 200 * 2 ** tries) * (0.5 + Math.random() / 2)
      await sleep(wait, null, { signal: over.signal }).catch(() => null)
    }
  }
  function receive(payload = '') {
    void guarded(log, 'neighbours', () => {
      const { from, ...word } = v.parse(Message, JSON.parse(payload))
      if (from !== me) onWord(word)
    })
  }

  return {
    tell: (word) => {
      if ('session' in word) return say(word)
      for (const room of word.rooms) rooms.add(room)
      soon ??= setTimeout(flush, GATHER_MS)
    },
    stop: async () => {
      if (soon) clearTimeout(soon)
      if (rooms.size) flush()
      over.abort()
      await listening
    },
  }
}

const CHANNEL = 'bedside_sockets'
const GATHER_MS = 5
/** A notification holds 8,000 bytes, and the longest room about fifty. */
const MOST_ROOMS = 100

const from = v.string()
const Message = v.union([
  v.strictObject({ from, rooms: v.array(v.string()) }),
  v.strictObject({ from, session: v.string() }),
])
