import { numberOfLsn, type Lsn, type Position } from './position.ts'

/**
 * Who was told that there is something to pull, and how far a replica must have come to show it: a device that comes at
 * once would otherwise find nothing new, and not ask again for a minute.
 */
export function createRooms() {
  let epoch = ''
  let places = new Map<string, bigint>()
  /** The place that counts for everyone when there are too many rooms to store each. */
  let floor = 0n
  return {
    tell: (rooms: readonly string[], at: Position) => {
      if (at.epoch !== epoch) [epoch, places, floor] = [at.epoch, new Map(), 0n]
      const lsn = numberOfLsn(at.lsn)
      for (const room of rooms) places.set(room, larger(places.get(room), lsn))
      if (places.size <= MOST_ROOMS) return
      for (const each of places.values()) floor = larger(floor, each)
      places.clear()
    },
    floorOf: (keys: readonly string[]): bigint => keys.reduce((most, key) => larger(places.get(key), most), floor),
    /** All replicas in use have come as far as these places. */
    forget: (of: string, reached: readonly Lsn[]) => {
      if (of !== epoch) return
      const least = reached.map(numberOfLsn).reduce((a, b) => (a < b ? a : b))
      for (const [room, lsn] of places) if (lsn <= least) places.delete(room)
      if (floor <= least) floor = 0n
    },
  }
}

const larger = (one: bigint | undefined, other: bigint) => (one !== undefined && one > other ? one : other)

const MOST_ROOMS = 10_000
