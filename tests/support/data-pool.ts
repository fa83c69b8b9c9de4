import type pg from 'pg'
import { createPool } from '../../server/db/pool.ts'
import { createSealer, type SealerBox } from '../../server/db/sealing.ts'
import { openKeys } from '../../server/ports/keys.ts'

/**
 * A pool on the database of a server that has run on a data folder: it decrypts as the server's own connections do. Its
 * statements have no time limit: a bench fills a table for minutes.
 */
export async function dataPool(url: string, dataDir: string, size = 2): Promise<pg.Pool> {
  const sealer: SealerBox = { current: null }
  const pool = createPool(url, size, sealer)
  pool.on('connect', (client) => void client.query('set statement_timeout = 0; set lock_timeout = 0').catch(() => {}))
  sealer.current = createSealer((await openKeys(pool, { BEDSIDE_DATA: dataDir }, () => {})).records)
  return pool
}
