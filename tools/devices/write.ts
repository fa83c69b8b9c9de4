import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '../run/child.ts'
import { PULL_MS, PUSH_MS } from './device.ts'
import { fitOf, MEASURES, type Measure } from './fit.ts'
import type { Mixed } from './mixed.ts'
import type { Point } from './paced.ts'
import { plot } from './plot.ts'

const FOLDER = join(root, 'docs', 'bench')
const MANY = 1_000_000

export type Results = { readonly points: readonly Point[]; readonly mixed: Mixed }

/** Writes docs/bench/devices.md, with a plot and every figure beside it; returns the page. */
export async function writeResults({ points, mixed }: Results): Promise<string> {
  const text = pageOf({ points, mixed })
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, 'devices.md'), text)
  await writeFile(join(FOLDER, 'devices.svg'), plot(points))
  await writeFile(join(FOLDER, 'devices.json'), `${JSON.stringify({ points, mixed }, null, 1)}\n`)
  return text
}

function pageOf({ points, mixed }: Results): string {
  const kinds = [...new Set(points.map(({ processes }) => processes))]
  const most = Math.max(...points.map(({ devices }) => devices))
  const of = (processes: number) => points.filter((point) => point.processes === processes)
  const row = (measure: Measure) => {
    const lines = kinds.map((processes) => fitOf(of(processes), measure))
    return `| ${measure.title}, ${measure.unit} | ${lines.map(({ each, fit }) => `${short(each)} (fits ${(fit * 100).toFixed(0)} %)`).join(' | ')} | ${short(lines.at(-1)!.each * MANY)} |`
  }
  const [server, database, memory, bytes] = MEASURES.map((measure) => fitOf(of(kinds.at(-1)!), measure).each * MANY)
  return `# What a device costs

Written by \`npm run bench -- --devices ${most}\` on ${new Date().toISOString().slice(0, 10)}, on ${availableParallelism()} cores of ${cpus()[0]?.model ?? '?'}, ${Math.round(totalmem() / 2 ** 30)} GB.
Real server processes on one PostgreSQL. Each device is another signed-in person's, one in ten a doctor's: it is filled, holds a socket, pulls by its cursor each ${PULL_MS / 1000} s
and whenever it is poked, and pushes a change each ${PUSH_MS / 1000} s. Processor time and memory are the kernel's figures of servers and database alone; other work of the machine
does not count, and the devices themselves do not either.

| of one device, by a straight line through ${points.length / kinds.length} sizes | ${kinds.map((n) => (n === 1 ? 'one process' : `${n} processes`)).join(' | ')} | of a million, predicted |
| --- |${' ---: |'.repeat(kinds.length + 1)}
${MEASURES.map(row).join('\n')}

![Each measure over the number of devices](devices.svg)

**A million devices** at this pace would keep ${cores(server!)} cores of servers and ${cores(database!)} of databases busy, hold ${(memory! / 1024 / 1024).toFixed(0)} GB and carry ${(bytes! / 1e6).toFixed(0)} MB a second. The line says what
devices cost and not what one database can do: its commits are in one order, and where they end, cells begin (docs/scale.md).

| processes | devices | processor, servers and database, ms a second | memory | seen |
| ---: | ---: | ---: | ---: | --- |
${points.map((point) => `| ${point.processes} | ${point.devices.toLocaleString('en')} | ${point.serverMs.toFixed(0)} + ${point.databaseMs.toFixed(0)} | ${(point.kB / 1024).toFixed(0)} MB | ${point.seen} |`).join('\n')}

## Two processes beside one

The mixed load, four reads to a change, by turns: one process answers ${mixed.one.toFixed(0)} requests a second and two ${mixed.two.toFixed(0)}, **${(mixed.two / mixed.one).toFixed(2)} ×** (goal 1.6). A request takes
${mixed.oneMs.toFixed(1)} ms of processor time with one and ${mixed.twoMs.toFixed(1)} ms with two, of servers and database together. Clients, database and servers share ${availableParallelism()} cores here: once all of them are busy, a second
process has nothing left to use. ${mixed.nos ? `${mixed.nos} requests were not answered with 200.` : 'All were answered with 200.'}

Every figure: [devices.json](devices.json).
`
}

const cores = (msASecond: number) => (msASecond / 1000).toFixed(0)
const short = (value: number) =>
  Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
