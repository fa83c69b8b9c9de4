import { gunzipSync } from 'node:zlib'
import { queuedCalls, type QueuedCall } from '../../contract/calls.ts'
import type { BatchCall } from '../../contract/sync/sync.ts'
import type { Entry } from '../../src/db/entry.ts'
import { keyOf, targetsOf } from '../../src/sync/fold.ts'
import type { AnyServer, HttpRequest } from './server.ts'
import type { Ledger } from './ledger.ts'
import type { Line } from './network.ts'

/**
 * What is asserted of every request as it is sent: whose changes it carries, and that no change is under way twice at
 * once.
 */
export function watchOf(ledger: Ledger, server: Pick<AnyServer, 'life'>) {
  const underWay = new Map<Line, Map<string, number>>()
  return {
    sent: (line: Line, request: HttpRequest) => {
      // a device that needs its records again had lost them by itself, even if it is right in the end
      if (request.url.includes('again=') && !line.rotten)
        ledger.breaks(`I1: a device of ${line.host} diverged by itself: ${request.url}`)
      const sender = line.personOf(request.headers['authorization'] ?? '')
      const on = underWay.get(line) ?? new Map<string, number>()
      underWay.set(line, on)
      const together = new Set<string>()
      for (const entry of callsOf(request)) {
        const { key, call } = entry
        if (!isQueued(call)) ledger.breaks(`I2: ${call} ${key} left although the build here does not know it`)
        // “one at a time per record”: the next change waits for the answer, which may be a refusal
        for (const target of isQueued(call)
          ? targetsOf({ call, input: entry.input as Entry['input'] }).map(keyOf)
          : []) {
          if (together.has(target))
            ledger.breaks(`I7: two changes of ${target} left together, ${call} ${key} the second`)
          together.add(target)
        }
        const first = ledger.frozen.get(key)
        const isSame = first && JSON.stringify({ ...first, base: null }) === JSON.stringify({ ...entry, base: null })
        if (first && !isSame) ledger.breaks(`I3: ${call} ${key} left again with another body`)
        // in another life of the database a change gets another base: once from the rows there, and once from the
        // change before it
        if (first && first.base !== entry.base) {
          const times = (ledger.rebased.get(key) ?? 0) + 1
          ledger.rebased.set(key, times)
          if (times > 2 * server.life()) ledger.breaks(`I3: ${call} ${key} left again with another base`)
        }
        ledger.frozen.set(key, entry)
        if (entry.base !== null) ledger.highest.set(key, Math.max(entry.base, ledger.highest.get(key) ?? entry.base))
        const intent = ledger.intents.get(key)
        if (intent && intent.person !== sender)
          ledger.breaks(`I11: ${call} ${key} of ${intent.person} was sent as ${sender ?? 'nobody'}`)
        if (ledger.discarded.has(key)) ledger.breaks(`I2: ${call} ${key} was sent after it had been discarded`)
        if (on.get(key))
          ledger.breaks(`I7: ${call} ${key} left a second time while it was still under way from the same device`)
        on.set(key, (on.get(key) ?? 0) + 1)
      }
    },
    over: (line: Line, request: HttpRequest) => {
      const on = underWay.get(line)
      for (const { key } of callsOf(request)) on?.set(key, (on.get(key) ?? 1) - 1)
    },
  }
}

/** A long batch is sent as gzip (`pack.ts`): it must be decompressed to be watched. */
function callsOf({ url, headers, body }: HttpRequest): readonly BatchCall[] {
  if (url !== '/api/batch' || body === null) return []
  const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body).toString() : String(body)
  return (JSON.parse(text) as { calls: BatchCall[] }).calls // what `send.ts` has just written
}
const isQueued = (call: string): call is QueuedCall => (queuedCalls as readonly string[]).includes(call)
