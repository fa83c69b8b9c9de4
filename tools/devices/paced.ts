import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { openProcesses } from '../../tests/support/processes.ts'
import { median, p95 } from '../bench/figures.ts'
import { openDevice, openLog, type Device } from './device.ts'
import type { Owner } from './owners.ts'
import { usageOf } from './usage.ts'
import { openWire } from './wire.ts'

export type Processes = Awaited<ReturnType<typeof openProcesses>>

/** What so many devices use a second: ms of processor time, kB of the servers' memory in all, bytes both ways, connections in all. */
export type Point = {
  readonly processes: number
  readonly devices: number
  readonly serverMs: number
  readonly databaseMs: number
  readonly kB: number
  readonly bytes: number
  readonly connections: number
  readonly seen: string
}

const WINDOW_MS = 20_000
const SETTLE_MS = 5_000
const AT_ONCE = 8

/**
 * Measures the running processes with no device, and then with more and more of them, each at its own pace. `say` gets
 * a line for each.
 */
export async function measurePaced(
  server: Processes,
  pool: pg.Pool,
  owners: readonly Owner[],
  sizes: readonly number[],
  say: (line: string) => void,
): Promise<readonly Point[]> {
  const bases = server.processes.map(({ base }) => base)
  const pids = server.processes.map(({ child }) => child.pid!)
  const wire = openWire()
  const log = openLog()
  const devices: Device[] = []
  const points: Point[] = []
  try {
    for (const size of [0, ...sizes]) {
      await fill(size)
      await sleep(SETTLE_MS)
      Object.assign(log, openLog())
      const [before, bytesBefore] = [await usageOf(pids, pool), wire.bytes()]
      await sleep(WINDOW_MS)
      const after = await usageOf(pids, pool)
      const seconds = (after.at - before.at) / 1000
      const { pulls, pushes, pokes, nos } = log
      const open = devices.filter((each) => each.isOpen()).length
      const point = {
        processes: bases.length,
        devices: size,
        serverMs: (after.serverMs - before.serverMs) / seconds,
        databaseMs: (after.databaseMs - before.databaseMs) / seconds,
        kB: after.kB,
        bytes: (wire.bytes() - bytesBefore) / seconds,
        connections: after.connections,
        seen: [
          `${pulls.length} pulls, median ${ms(median(pulls))}, p95 ${ms(p95(pulls))}`,
          `${pushes} changes, ${pokes.length} of them heard by their own socket, p95 ${ms(p95(pokes))} after sending`,
          `${open} of ${size} sockets open`,
          ...[...nos].map(([what, times]) => `${times} × ${what}`),
        ].join('; '),
      }
      points.push(point)
      say(
        `${point.processes} × ${size} devices: ${point.serverMs.toFixed(0)} + ${point.databaseMs.toFixed(0)} ms/s, ${(point.kB / 1024).toFixed(0)} MB; ${point.seen}`,
      )
    }
  } finally {
    for (const device of devices) device.close()
    wire.close()
  }
  return points

  async function fill(size: number) {
    let next = devices.length
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < size) {
          const n = next++
          devices.push(await openDevice(wire, bases[n % bases.length]!, owners[n]!, log))
        }
      }),
    )
  }
}

const ms = (value: number) => (Number.isFinite(value) ? `${value.toFixed(0)} ms` : 'none')
