import type { Target } from '../../contract/kernel/effect.ts'
import { roomsOf } from '../db/rows.ts'
import type { Deps } from './handler.ts'

/**
 * Tells the devices concerned that there is something to pull, after these records are committed. A failure undoes
 * nothing: devices also pull by themselves.
 */
export async function tellOf({ pool, poke }: Pick<Deps, 'pool' | 'poke'>, touched: readonly Target[]): Promise<void> {
  const rooms = await roomsOf(pool, touched).catch(() => [])
  if (rooms.length) poke(rooms)
}
