import { readPosition, writePosition, type Position } from '../db/position.ts'
import type { Replicas } from '../db/replicas.ts'
import { guarded, type FailureLog } from '../kernel/guarded.ts'
import type { Neighbours } from './neighbours.ts'
import type { Sockets } from './sockets.ts'

type Needs = {
  readonly replicas: Pick<Replicas, 'positionNow' | 'announce'> | null
  readonly log: FailureLog
  readonly sockets: () => Pick<Sockets, 'poke'> | undefined
  readonly neighbours: () => Pick<Neighbours, 'tell'> | undefined
}

/**
 * Pokes the listeners here and at the other processes. If there are replicas, it first reads the position that a
 * replica needs to show what there is to pull (if the primary does not give it, no one is answered anyway). Other
 * processes get it as a room with no one in it, which older builds ignore.
 */
export function tellWith({ replicas, log, sockets, neighbours }: Needs) {
  async function noted(rooms: readonly string[], at: Position | undefined) {
    if (!replicas) return null
    const place = at ?? (await replicas.positionNow())
    replicas.announce(rooms, place)
    return place
  }
  return {
    poke: (rooms: readonly string[]): void => {
      if (!replicas) {
        sockets()?.poke(rooms)
        neighbours()?.tell({ rooms })
        return
      }
      void guarded(log, 'poke', async () => {
        const at = await noted(rooms, undefined).catch(() => null)
        sockets()?.poke(rooms)
        neighbours()?.tell({ rooms: at ? [...rooms, PLACE + writePosition(at)] : rooms })
      })
    },
    /** The message of another process. */
    heard: (words: readonly string[]): void => {
      const rooms = words.filter((room) => !room.startsWith(PLACE))
      if (!replicas) {
        sockets()?.poke(rooms)
        return
      }
      const places = words
        .filter((room) => room.startsWith(PLACE))
        .map((room) => readPosition(room.slice(PLACE.length)))
      void guarded(log, 'poke', async () => {
        // several changes go out as one message; a process without replicas sends no position
        const [at] = places
        await noted(rooms, places.length === 1 && at ? at : undefined).catch(() => null)
        sockets()?.poke(rooms)
      })
    },
  }
}

const PLACE = 'place '
