import { readdir, readFile, readlink } from 'node:fs/promises'
import type pg from 'pg'
import { procStat } from '../bench/proc-stat.ts'

/** What servers and database have used so far, ms of processor time; and what the servers hold now. */
export type Usage = {
  readonly at: number
  readonly serverMs: number
  readonly databaseMs: number
  readonly kB: number
  readonly connections: number
}

/** Of these server processes and the database of `pool`, from the kernel's own figures. */
export async function usageOf(pids: readonly number[], pool: pg.Pool): Promise<Usage> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = Number((await procStat(rows[0]!.pid))?.[1])
  const backends = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')).trim().split(' ')
  const [serverMs, databaseMs] = await Promise.all([msOf(pids), msOf([postmaster, ...backends.map(Number)])])
  const held = await Promise.all(pids.map(async (pid) => [await kBOf(pid), await socketsOf(pid)] as const))
  return {
    at: performance.now(),
    serverMs,
    databaseMs,
    kB: held.reduce((sum, [kB]) => sum + kB, 0),
    connections: held.reduce((sum, [, sockets]) => sum + sockets, 0),
  }
}

/** With the time of children that have ended. */
async function msOf(pids: readonly number[]): Promise<number> {
  const all = await Promise.all(pids.map((pid) => procStat(pid)))
  return (
    all.reduce((sum, fields) => sum + (fields ?? []).slice(11, 15).reduce((a, b) => a + Number(b), 0), 0) * MS_A_TICK
  )
}
/** `getconf CLK_TCK` on every Linux that runs Node. */
const MS_A_TICK = 10

const kBOf = async (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1])

async function socketsOf(pid: number): Promise<number> {
  const names = await readdir(`/proc/${pid}/fd`)
  const ends = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')))
  return ends.filter((end) => end.startsWith('socket:')).length
}
