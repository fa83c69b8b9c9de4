import { queuedCalls, type QueuedCall } from '../../contract/calls.ts'
import type { BatchCall } from '../../contract/sync.ts'
import type { Entry } from '../../src/db/entry.ts'
import { keyOf, targetsOf } from '../../src/sync/fold.ts'
import type { HttpRequest } from './house.ts'
import type { Ledger } from './ledger.ts'
import type { Line } from './network.ts'

/** What is asserted of every request as it leaves: whose work it carries, and that the same change is not under way twice at once. */
export function watchOf(ledger: Ledger) {
  const underWay = new Map<Line, Map<string, number>>()
  return {
    sent: (line: Line, request: HttpRequest) => {
      // a device that has to be sent its records again had lost them by itself, even if it is well at the end
      if (request.url.includes('again=') && !line.rotten)
        ledger.breaks(`I1: a device of ${line.host} diverged by itself: ${request.url}`)
      const sender = line.personOf(request.headers['authorization'] ?? '')
      const on = underWay.get(line) ?? new Map<string, number>()
      underWay.set(line, on)
      const together = new Set<string>()
      for (const entry of callsOf(request)) {
        const { key, call } = entry
        // “one at a time per record”: what comes after waits for the answer, which may be a no
        for (const target of isQueued(call)
          ? targetsOf({ call, input: entry.input as Entry['input'] }).map(keyOf)
          : []) {
          if (together.has(target))
            ledger.breaks(`I7: two changes of ${target} left together, ${call} ${key} the second`)
          together.add(target)
        }
        const first = ledger.frozen.get(key)
        ledger.frozen.set(key, first ?? entry)
        if (first && JSON.stringify(first) !== JSON.stringify(entry))
          ledger.breaks(`I3: ${call} ${key} left again with another body`)
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

const callsOf = ({ url, body }: HttpRequest): readonly BatchCall[] =>
  url === '/api/batch' && typeof body === 'string' ? (JSON.parse(body) as { calls: BatchCall[] }).calls : [] // what `send.ts` has just written
const isQueued = (call: string): call is QueuedCall => (queuedCalls as readonly string[]).includes(call)
