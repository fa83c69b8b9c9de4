import { newId } from '../../contract/kernel/id.ts'
import type { Input, QueuedCall } from '../../contract/calls.ts'
import type { Facts } from '../../contract/kernel/effect.ts'
import type { TableName } from '../../contract/kernel/table-names.ts'
import type { Send } from '../../src/api/http.ts'
import { TABLE_NAMES } from '../../contract/kernel/table-names.ts'
import { openDatabase, rowsIn } from '../../src/db/database.ts'
import { show } from '../../src/db/row.ts'
import { uploadAll } from '../../src/sync/upload-files.ts'
import { change } from '../../src/sync/change.ts'
import { unheardOf } from '../../src/sync/ended.ts'
import { fetchAll } from '../../src/sync/offer-again.ts'
import { pullAll } from '../../src/sync/pull.ts'
import { sendAll } from '../../src/sync/send.ts'
import type { Client, TestServer } from './server.ts'

/** What the network does to the next request: pass, never arrive, or arrive and lose the answer. */
export type Fault = 'drop' | 'lose-answer' | null

export type Device = ReturnType<typeof openDevice>

/**
 * A device of a person: the real sync code on its own database, talking to the real server through a switchable
 * network.
 */
export function openDevice(
  server: TestServer,
  client: Client,
  person: { id: string; name: string },
  db = openDatabase(`${person.id}-${newId()}`),
) {
  const network = { online: true, fault: (): Fault => null }
  const refused: number[] = []
  const send: Send = async ({ method, url, body, headers }) => {
    const fault = network.online ? network.fault() : 'drop'
    if (fault === 'drop') return { kind: 'none' }
    const answer = await client.request(method as 'GET', url, body instanceof Uint8Array ? Buffer.from(body) : body, {
      ...headers,
    })
    if (answer.status >= 400) refused.push(answer.status)
    if (fault === 'lose-answer') return { kind: 'none' }
    return {
      kind: 'answer',
      status: answer.status,
      body: answer.body,
      retryAfter: Number(answer.headers['retry-after']) || null,
    }
  }
  const now = () => server.clock.now
  return {
    db,
    network,
    /** Statuses of 400 and above with which the server has answered whole requests. */
    refused,
    now,
    change: <N extends QueuedCall>(
      call: N,
      input: Input<N>,
      facts: Facts = {},
      bytes: Uint8Array<ArrayBuffer> | null = null,
    ) => change(db, { person: person.id, name: person.name, host: 'test', now: now() }, call, input, facts, bytes),
    send: () => sendAll(db, send, person.id, now),
    pull: () => pullAll(db, send, now),
    /** Sends the waiting files, which a round does last. */
    carry: () => uploadAll(db, send, person.id, now),
    /** One round as the engine does it. */
    sync: async () => {
      const unheard = await unheardOf(db)
      const sent = await sendAll(db, send, person.id, now)
      if (sent === 'signed-out' || sent === 'app-too-old') return sent
      const pulled = await fetchAll(db, send, person.id, now, undefined, undefined, unheard)
      return pulled === 'done' ? uploadAll(db, send, person.id, now) : pulled
    },
    row: async <T extends TableName>(table: T, id: string) => {
      const stored = await rowsIn(db, table).get(id)
      return stored && show(table, stored)
    },
    /** Everything it holds, as `table:id` → version, to compare with the server. */
    holdings: async () => {
      const held = new Map<string, number>()
      for (const table of TABLE_NAMES)
        for (const row of await rowsIn(db, table).toArray()) held.set(`${table}:${row.id}`, row.version)
      return held
    },
    close: () => db.delete(),
  }
}
