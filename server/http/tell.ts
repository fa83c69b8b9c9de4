import type { Target } from '../../contract/kernel/effect.ts'
import { roomsOf } from '../db/rows.ts'
import type { Deps } from './handler.ts'

/**
 * Says to whoever hears of these records, which are committed, that there is something to pull. Nothing that was done becomes undone
 * because nobody could be told: devices pull by themselves as well.
 */
export async function tellOf({ pool, poke }: Pick<Deps, 'pool' | 'poke'>, touched: readonly Target[]): Promise<void> {
  const rooms = await roomsOf(pool, touched).catch(() => [])
  if (rooms.length) poke(rooms)
}
