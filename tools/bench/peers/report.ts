import { readFile } from 'node:fs/promises'
import type { TestServer } from '../../../tests/journeys/support/server.ts'
import { fillTo } from '../sync.ts'
import { IN_A_DAY, openEmpty, openOffline, type Offline } from './offline.ts'
import { measureOnline } from './online.ts'
import { optionsOf, type Options } from './options.ts'
import { BEDSIDE, EMPTY, PEERS, type Contestant } from './peers.ts'
import { preparePeers } from './prepare.ts'
import { Samples } from './samples.ts'
import { openSite, type Site } from './site.ts'
import { writeResults } from './write.ts'

/**
 * Bedside and its peers in one run (issue 37, 5): A B C, A B C, each in a new profile, so that other load on the
 * machine affects all of them. Disturbed measurements are left out and counted. Nothing here is judged (decision 0130).
 */
export async function reportPeers(server: TestServer, args: readonly string[]): Promise<void> {
  const options = optionsOf(args)
  await preparePeers()
  const contestants = [BEDSIDE, ...PEERS].filter(({ name }) => !options.only || options.only.includes(name))
  const samples = new Samples(await databasePid(server))
  const site = await openSite()
  try {
    // before the server is filled, which would fill the doctor's week too
    const devices = await openAll(server, site, contestants, options)
    try {
      await starts(devices, site, options, samples)
      await fillTo(server, options.visits)
      const held = await online(server, contestants, options, samples)
      // as many as the peers' devices hold: a desk's day then has hundreds
      await fillTo(server, options.cached)
      await taps(devices, options, samples)
      await writeResults({ options, contestants, samples: samples.all, held })
    } finally {
      for (const { device } of devices) await device.close()
    }
  } finally {
    await site.close()
  }
}

type Opened = { readonly who: Contestant; readonly device: Offline }

async function openAll(server: TestServer, site: Site, contestants: readonly Contestant[], { cached }: Options) {
  const opened: Opened[] = []
  for (const who of contestants) {
    console.log(`  ${who.title}: a device with ${cached.toLocaleString('en')} visits`)
    opened.push({ who, device: await openOffline(server, site, who, cached, IN_A_DAY) })
  }
  return opened
}

async function starts(devices: readonly Opened[], site: Site, { rounds }: Options, samples: Samples) {
  const empty = await openEmpty(site)
  try {
    for (let round = 0; round < rounds; round++) {
      await samples.take('shell', EMPTY.name, empty.start)
      for (const { who, device } of devices) {
        if (device.startShell) await samples.take('shell', who.name, device.startShell)
        await samples.take('start', who.name, device.start)
      }
    }
  } finally {
    await empty.close()
  }
}

/** Returns the number of rows that a device was filled with. */
async function online(server: TestServer, contestants: readonly Contestant[], options: Options, samples: Samples) {
  const held = new Map<string, number>()
  for (let round = 0; round < options.rounds; round++)
    for (const who of contestants)
      held.set(
        who.name,
        await measureOnline(server, who, options.changes, (question, work) => samples.take(question, who.name, work)),
      )
  return held
}

async function taps(devices: readonly Opened[], { rounds }: Options, samples: Samples) {
  for (let round = 0; round < rounds; round++)
    for (const { who, device } of devices)
      await samples.take('tap', who.name, async () => {
        const { ms, rows } = await device.tap()
        if (round === 0) console.log(`  ${who.title}: a day of ${rows}`)
        return ms
      })
}

/** The parent of all database processes. It was started separately and is not our child. */
async function databasePid(server: TestServer): Promise<number> {
  const [row] = await server.sql<{ pid: number }>('select pg_backend_pid() as pid')
  const stat = await readFile(`/proc/${row!.pid}/stat`, 'utf8').catch(() => '')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
