import type pg from 'pg'
import type { Db } from './pool.ts'
import { sqlState } from './transaction.ts'

/**
 * One transaction of the server itself, without a person's visibility: for providers' notices, for holders of a secret
 * address, for jobs. A serialization failure or deadlock is retried, three attempts in all.
 */
export async function asServer<T>(pool: pg.Pool, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    let broken = false
    try {
      await client.query('begin')
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true
      })
      if (attempt >= 3 || !['40001', '40P01'].includes(sqlState(error) ?? '')) throw error
    } finally {
      client.release(broken)
    }
    await new Promise((done) => setTimeout(done, Math.random() * 50 * attempt))
  }
}
