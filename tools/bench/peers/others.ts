import { readdir, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { procStat } from '../proc-stat.ts'

/** A result, and the share of the processor (0 to 1, of all cores) that other processes used meanwhile. */
export type Beside<T> = { readonly value: T; readonly others: number }

/** Above this share a measurement is left out, since it says more about the other processes. */
export const MOST_OTHERS = 0.1

/**
 * Runs the work and measures what other processes used meanwhile: what `/proc/stat` counts as busy, minus the use of
 * this process, its descendants and the database. NaN on a system without `/proc`.
 */
export async function besideOthers<T>(databasePid: number | undefined, work: () => Promise<T>): Promise<Beside<T>> {
  const roots = [process.pid, ...(databasePid ? [databasePid] : [])]
  const before = await ticks(roots)
  const value = await work()
  const after = await ticks(roots)
  const busy = after.busy - before.busy
  const ours = after.ours - before.ours
  return { value, others: Math.max(0, busy - ours) / (after.all - before.all) }
}

/**
 * Clock ticks since the machine started: of all cores, of busy ones, and of our processes including dead children they
 * have waited for.
 */
async function ticks(roots: readonly number[]) {
  const stat = await readFile('/proc/stat', 'utf8').catch(() => '')
  const [user = NaN, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, steal = 0] = (
    /^cpu +(.*)$/m.exec(stat)?.[1] ?? ''
  )
    .split(' ')
    .map(Number)
  const busy = user + nice + system + irq + soft + steal
  const processes = await readProcesses()
  const isOurs = ({ pid, parent }: Process): boolean => {
    if (roots.includes(pid)) return true
    const above = processes.get(parent)
    return above ? isOurs(above) : false
  }
  const ours = [...processes.values()].filter(isOurs).reduce((sum, { used }) => sum + used, 0)
  return { all: busy + idle + wait, busy, ours }
}

type Process = { readonly pid: number; readonly parent: number; readonly used: number }

async function readProcesses(): Promise<ReadonlyMap<number, Process>> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    names.map(async (name) => {
      const fields = await procStat(name)
      if (!fields) return []
      const used = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
      return [[Number(name), { pid: Number(name), parent: Number(fields[1]), used }] as const]
    }),
  )
  return new Map(found.flat())
}

/** This machine in a line, with what a reader needs before comparing. */
export const machine = (): string => `${availableParallelism()} shared cores, ${process.platform} ${process.arch}`
