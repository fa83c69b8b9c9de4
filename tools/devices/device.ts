import { newId } from '../../contract/kernel/id.ts'
import type { Owner } from './owners.ts'
import type { Wire } from './wire.ts'

/** As often as the app asks with nothing to do, and as often as a person changes something, ms. */
export const [PULL_MS, PUSH_MS] = [60_000, 120_000]

/** What all devices met, to be emptied between measurements. */
export type Log = { pulls: number[]; pushes: number; pokes: number[]; nos: Map<string, number> }
export const openLog = (): Log => ({ pulls: [], pushes: 0, pokes: [], nos: new Map() })

export type Device = { readonly isOpen: () => boolean; readonly close: () => void }

/**
 * One person's device: filled, then it holds a socket, pulls by its cursor each minute and whenever it is poked, and
 * pushes a change every other minute, from a moment of its own on. `log` gets ms.
 */
export async function openDevice(wire: Wire, base: string, owner: Owner, log: Log): Promise<Device> {
  let cursor = ''
  let isPulling = false
  let isMore = false
  let pushedAt: number | null = null

  async function pull() {
    isMore = true
    if (isPulling) return
    isPulling = true
    while (isMore) {
      isMore = false
      const from = performance.now()
      const { status, body } = await wire.ask(
        base,
        `/api/sync${cursor && `?cursor=${encodeURIComponent(cursor)}`}`,
        owner.token,
        null,
      )
      if (status === 200) {
        log.pulls.push(performance.now() - from)
        cursor = String(body['cursor'])
        isMore ||= body['more'] === true
      } else count(log, `pull ${status}`)
    }
    isPulling = false
  }

  let changes = 0
  async function push() {
    pushedAt = performance.now()
    const call = { ...owner.changeOf(changes++), key: newId(), base: null, madeAt: new Date().toISOString() }
    const { status, body } = await wire.ask(base, '/api/batch', owner.token, { calls: [call] })
    const [answer] = (body['answers'] ?? []) as { status: number; refused?: string }[]
    if (answer?.status === 200) log.pushes++
    else count(log, `push ${status} ${answer?.status ?? ''} ${answer?.refused ?? ''}`.trim())
  }

  await pull()
  const socket = await wire.hold(base, owner.token, () => {
    if (pushedAt !== null) log.pokes.push(performance.now() - pushedAt)
    pushedAt = null
    void pull()
  })
  const stops = [paced(PULL_MS, pull), paced(PUSH_MS, push)]
  return {
    isOpen: socket.isOpen,
    close: () => {
      for (const stop of stops) stop()
      socket.close()
    },
  }
}

const count = ({ nos }: Log, what: string) => nos.set(what, (nos.get(what) ?? 0) + 1)

/** At an even pace, from a random moment on. */
function paced(ms: number, work: () => Promise<void>): () => void {
  let again: NodeJS.Timeout | null = null
  const first = setTimeout(() => {
    again = setInterval(() => void work(), ms)
    void work()
  }, Math.random() * ms)
  return () => {
    clearTimeout(first)
    if (again) clearInterval(again)
  }
}
