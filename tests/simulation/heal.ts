import type { Database } from '../../src/db/database.ts'
import { answered } from '../../src/sync/ended.ts'
import { carried, eligible } from '../../src/sync/eligible.ts'
import { type Device } from './device.ts'
import * as ofBuilds from './invariants-builds.ts'
import * as ofFiles from './invariants-files.ts'
import * as ofMoments from './invariants-moments.ts'
import * as ofMonths from './invariants-months.ts'
import * as invariants from './invariants.ts'
import type { Healed } from './invariants.ts'
import { differences, heldBy, rightfulOf, type Holdings } from './oracle.ts'
import type { Stage } from './simulate.ts'
import { knowAgain } from './step-builds.ts'

/** Rounds within which a queue must be empty or parked once the network is whole (I10 "in bounded time"). */
const ROUNDS = 12

/** The network heals, everyone signs in again, and their devices run their rounds; then the promises are checked. */
export async function heal(stage: Stage): Promise<string[]> {
  const { server, network, ledger, devices } = stage
  await server.up()
  await server.sql('update doctor set active = true where not active')
  for (const device of devices) network.calm(device.line)
  await network.release()
  for (const device of devices) for (const tab of device.tabs.splice(0)) tab.kill()
  await network.landed()

  for (const device of devices) for (const person of device.people.values()) await drain(stage, device, person)
  // half of the devices get the build that knows all of them
  for (const device of devices.filter((_, i) => i % 2 === 0))
    for (const person of device.people.values()) {
      const db = device.peek(person.id)
      await knowAgain(db)
      db.close()
      await drain(stage, device, person)
    }
  // a day passes, after which devices compare (I12)
  server.clock.now += 25 * 3_600_000
  const healed: Healed[] = []
  for (const device of devices)
    for (const person of device.people.values()) {
      const tab = await freshTab(stage, device, person)
      const line = await device.round(tab)
      if (line !== 'online') ledger.breaks(`I10: ${device.name} of ${person.name} is ${line} on a whole network`)
      const who = await server.whoIs(device.signed()!.as)
      if (!who) throw new Error(`${person.name} is not signed in after signing in`)
      const db = device.peek(person.id)
      const outbox = await db.outbox.orderBy('seq').toArray()
      healed.push({ device: device.name, person: person.id, who, db, outbox, kept: device.monthsOf(person.id) })
    }

  const problems: string[] = ledger.broken.filter((what) => /^I(1|2|3|5|9|12)\b/.test(what))
  for (const [name, check] of [
    ...Object.entries(invariants),
    ...Object.entries(ofBuilds),
    ...Object.entries(ofFiles),
    ...Object.entries(ofMoments),
    ...Object.entries(ofMonths),
  ])
    if (/^(I\d+|rule\d+)_/.test(name))
      for (const what of await (check as typeof invariants.I1_convergence)(server, ledger, healed))
        problems.push(`${name.split('_')[0]} ${words(name)}: ${what}`)
  for (const { db } of healed) db.close()
  return problems
}

async function freshTab(stage: Stage, device: Device, person: Parameters<Device['signIn']>[0]) {
  stage.server.forgive()
  for (const tab of device.tabs.splice(0)) tab.kill()
  await device.signIn(person)
  return device.tabs[0] ?? device.addTab()
}

async function drain(stage: Stage, device: Device, person: Parameters<Device['signIn']>[0]) {
  const { network, ledger } = stage
  const tab = await freshTab(stage, device, person)
  // the daily checksums must not help here
  if (!device.line.rotten) await tab.db.facts.put({ name: 'checkedAt', value: device.now() })
  const up = await waitingBytes(tab.db)
  const overrun = network.measure(device.line)
  const lines: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    lines.push(await device.round(tab))
    const entries = await tab.db.outbox.toArray()
    if (!carried(entries, Infinity) && eligible(entries, Infinity, 1).length === 0) {
      const held = await heldBy(tab.db)
      const down = [...held.values()].reduce((sum, row) => sum + row.length, 0)
      const slow = overrun({ up, down })
      if (slow) ledger.breaks(`I10: ${device.name} of ${person.name} emptied its queue in ${slow}`)
      if (lines.at(-1) === 'online' && !device.line.rotten) await compare(stage, device, person.id, held)
      return
    }
    stage.server.clock.now += 2 * 60_000
  }
  const left = (await tab.db.outbox.toArray()).map(({ call, state, attempts, nextTry }) => ({
    call,
    state,
    attempts,
    dueIn: nextTry - device.now(),
  }))
  const facts = await tab.db.facts.bulkGet(['hold', 'trouble'])
  stage.ledger.breaks(
    `I10: ${device.name} of ${person.name} has not emptied its queue in ${ROUNDS} rounds: ${JSON.stringify({ left, lines, facts })}`,
  )
}

/** I1 and I9 for a device with an empty queue, which has compared nothing and has only pulled. */
async function compare({ server, ledger }: Stage, device: Device, personId: string, held: Holdings) {
  const who = await server.whoIs(device.signed()!.as)
  if (!who) throw new Error(`${personId} is not signed in after signing in`)
  const { wrong, extra } = differences(await rightfulOf(server, who, device.monthsOf(personId)), held)
  for (const what of wrong) ledger.breaks(`I1: on ${device.name}, without sums: ${what}`)
  for (const what of extra) ledger.breaks(`I9: on ${device.name}, without sums: ${what}`)
}

/** The bytes that a queue has to send: changes, files, and the keys that a restored server is asked about. */
async function waitingBytes(db: Database): Promise<number> {
  const entries = await db.outbox.toArray()
  const files = entries.reduce((sum, { carry }) => sum + (carry ? carry.size - carry.sent : 0), 0)
  const known = await answered(db)
  return JSON.stringify(entries).length + files + JSON.stringify(known).length
}

const words = (name: string) => name.replace(/^.*?_/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
