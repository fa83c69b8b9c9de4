import { readPosition, writePosition, type Position } from '../db/position.ts'
import type { Replicas } from '../db/replicas.ts'
import { guarded, type FailureLog } from '../kernel/guarded.ts'
import type { Neighbours } from './neighbours.ts'
import type { Sockets } from './sockets.ts'

type Needs = {
  readonly replicas: Pick<Replicas, 'positionNow' | 'told'> | null
  readonly log: FailureLog
  readonly sockets: () => Pick<Sockets, 'poke'> | undefined
  readonly neighbours: () => Pick<Neighbours, 'tell'> | undefined
}

/**
 * Pokes who listens here and at the neighbours. Where there are replicas, it is known first how far one must have come to show what there is to
 * pull (where the primary does not say it, nobody is answered anyway); neighbours hear it as a room in which nobody is, which those of an older build pass over.
 */
export function tellWith({ replicas, log, sockets, neighbours }: Needs) {
  async function noted(rooms: readonly string[], at: Position | undefined) {
    if (!replicas) return null
    const place = at ?? (await replicas.positionNow())
    replicas.told(rooms, place)
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
    /** What a neighbour said. */
    heard: (said: readonly string[]): void => {
      const rooms = said.filter((room) => !room.startsWith(PLACE))
      if (!replicas) {
        sockets()?.poke(rooms)
        return
      }
      const places = said.filter((room) => room.startsWith(PLACE)).map((room) => readPosition(room.slice(PLACE.length)))
      void guarded(log, 'poke', async () => {
        // several changes go out as one word; of a neighbour that has no replicas there is no place
        const [at] = places
        await noted(rooms, places.length === 1 && at ? at : undefined).catch(() => null)
        sockets()?.poke(rooms)
      })
    },
  }
}

const PLACE = 'place '
