import { createLimits } from '../../server/http/limits.ts'
import { openCluster } from '../support/cluster.ts'
import type { AnyServer } from './server.ts'
import { faceOf } from './server-face.ts'
import { plantVoice } from './voice.ts'

export type RealServer = AnyServer & {
  /** The port on which it listens now. */
  readonly port: () => number
  /** The replica takes over, once. */
  readonly failOver: () => Promise<void>
}

/**
 * The real server on a port, with its own data folder, which can be copied cold, restored, and followed by a replica.
 */
export async function openRealServer(): Promise<RealServer> {
  const cluster = await openCluster({ listens: true })
  const { clock, world, files, vault, up, kill, isUp, port, failOver } = cluster
  await plantVoice(cluster.pool(), world, clock.now)
  let life = 0
  let copy: string | null = null
  const sql: AnyServer['sql'] = async (text, values) => {
    await up()
    return cluster.sql(text, values)
  }
  const yeses = async () =>
    (await sql<{ key: string }>('select key from idempotency where status = 200')).map(({ key }) => key)
  return {
    clock,
    world,
    files,
    vault,
    up,
    kill,
    isUp,
    port,
    sql,
    ...faceOf({ up, sql, pool: cluster.pool, clock }),
    life: () => life,
    hasBackup: () => copy !== null,
    backup: async () => void (copy = await cluster.copy()),
    restore: async () => {
      if (!copy) return []
      const before = await yeses()
      life++
      await cluster.putBack(copy)
      copy = null
      const kept = new Set(await yeses())
      return before.filter((key) => !kept.has(key))
    },
    failOver: async () => {
      await up()
      await failOver()
    },
    forgive: () => {
      if (isUp()) Object.assign(cluster.deps(), { limits: createLimits() })
    },
    close: cluster.close,
  }
}
