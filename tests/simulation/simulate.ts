import { newId } from '../../contract/kernel/id.ts'
import { openDevice, type Device } from './device.ts'
import { drawsFrom, type Draw } from './draw.ts'
import { heal } from './heal.ts'
import { openServer, type AnyServer } from './server.ts'
import { openLedger, type Ledger } from './ledger.ts'
import { openNetwork, type Network } from './network.ts'
import { watchOf } from './watch.ts'
import { runProgram } from './program.ts'
import { plantFarVisits } from './step-months.ts'
import { WITNESS } from './witness.ts'

export type Outcome = {
  readonly seed: number
  /** What broke, each starting with the promise's name; empty if all twelve held. */
  readonly problems: readonly string[]
  /** How much was done, so that a program that does nothing is noticed. */
  readonly done: Readonly<Record<string, number>>
}

/** All parts of one run. */
export type Stage = {
  readonly draw: Draw
  readonly server: AnyServer
  readonly network: Network
  readonly ledger: Ledger
  readonly devices: readonly Device[]
  readonly done: Record<string, number>
  /** One line for each step, for repeating a seed. */
  readonly trace: (line: string) => void
}

/**
 * One program of user acts and faults, made from the seed, run and healed, with all twelve promises asserted (SYNC
 * "Proof" 2). One seed gives one program with its faults and ids; only what PostgreSQL does at the same instant may
 * differ.
 */
export async function simulate(
  seed: number,
  serverUrl: string,
  options: { readonly steps?: number; readonly trace?: (line: string) => void; readonly sql?: string } = {},
): Promise<Outcome> {
  const draw = drawsFrom(seed)
  const chance = seedChance(draw.fork('chance'))
  const server = await openServer(serverUrl)
  const ledger = openLedger()
  const network = openNetwork(server, watchOf(ledger, server))
  const done: Record<string, number> = {}
  const trace = options.trace ?? (() => {})
  try {
    await server.sql(WITNESS)
    if (options.sql) await server.sql(options.sql)
    const devices = await openDevices(server, draw, ledger)
    const stage: Stage = { draw: draw.fork('program'), server, network, ledger, devices, done, trace }
    await furnish(stage)
    await runProgram(stage, options.steps ?? 80 + draw.int(120))
    return { seed, problems: await heal(stage), done }
  } catch (error) {
    // no part of the program itself may fail, whatever the network does
    return {
      seed,
      problems: [...ledger.broken, `broke off: ${error instanceof Error ? error.stack : String(error)}`],
      done,
    }
  } finally {
    network.close()
    chance.restore()
    await server.close()
  }
}

const WEEK = 7 * 86_400_000

export async function openDevices(
  server: AnyServer,
  draw: Draw,
  ledger: Ledger,
  real?: Parameters<typeof openDevice>[2]['real'],
): Promise<Device[]> {
  const { people, clinics } = server.world
  const watch = { wentBack: (what: string) => ledger.breaks(`I6: ${what}`) }
  const open = async (
    name: string,
    host: string,
    hostClinic: string | null,
    first: Parameters<Device['signIn']>[0],
    others: Parameters<Device['signIn']>[0][] = [],
    tabs = 1,
    isShared = false,
  ) => {
    // a clock that is a little wrong, or up to a week wrong either way (TRUST G29)
    const skew = draw.chance(0.3) ? Math.round((draw.next() - 0.5) * 2 * WEEK) : draw.int(2000) - 1000
    const device = openDevice(
      server,
      name,
      { host, hostClinic, skew, draw: draw.fork(`line ${name}`), isShared, real },
      watch,
    )
    for (const person of others) device.people.set(person.id, person)
    await device.signIn(first)
    while (device.tabs.length < tabs) await device.addTab()
    return device
  }
  return [
    await open('desk', 'kuzey.localhost', clinics.kuzey, people.deskKuzey, [people.doctorKuzey], 2),
    await open('desk two', 'kuzey.localhost', clinics.kuzey, people.deskKuzey),
    await open('ward', 'localhost', null, people.doctorKuzey, [people.doctorBoth], 2, true),
    await open('phone', 'kuzey.localhost', clinics.kuzey, people.patientKuzey, [], 2),
    await open('office', 'localhost', null, people.admin),
    await open('private', 'gizli.localhost', clinics.gizli, people.deskGizli, [people.doctorBoth]),
  ]
}

/** Visits of yesterday, today and the coming days, so that every act finds something to act on. */
export async function furnish({ server, network, draw, devices }: Stage) {
  const { world } = server
  const { people, clinics } = world
  const other = await world.patient('other.kuzey', clinics.kuzey)
  await world.hours(people.doctorBoth, clinics.gizli)
  for (let n = 0; n < 6; n++) {
    await world.visit(
      people.doctorKuzey.id,
      draw.pick([people.patientKuzey.id, other.id]),
      clinics.kuzey,
      world.slot(-1, n),
    )
    await world.visit(
      people.doctorKuzey.id,
      draw.pick([people.patientKuzey.id, other.id]),
      clinics.kuzey,
      world.slot(4, n),
    )
  }
  for (let n = 0; n < 3; n++) {
    await world.visit(people.doctorBoth.id, people.patientGizli.id, clinics.gizli, world.slot(-1, n + 8))
    await world.visit(people.doctorLinden.id, people.patientLinden.id, clinics.linden, world.slot(2, n))
  }
  await plantFarVisits(server, draw.fork('months'), other.id)
  await Promise.all(devices.map((device) => device.round(device.tabs[0]!)))
  for (const device of devices) if (draw.chance(0.7)) network.roughen(device.line)
}

/** Ids and backoffs are part of the program: while it runs, the platform's random numbers come from the seed. */
function seedChance(draw: Draw) {
  const { random } = Math
  const fill = crypto.getRandomValues.bind(crypto)
  Math.random = draw.next
  Object.defineProperty(crypto, 'getRandomValues', {
    configurable: true,
    value: <T extends ArrayBufferView>(into: T): T => {
      const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength)
      for (let i = 0; i < bytes.length; i++) bytes[i] = draw.int(256)
      return into
    },
  })
  return {
    restore: () => {
      Math.random = random
      Object.defineProperty(crypto, 'getRandomValues', { configurable: true, value: fill })
    },
  }
}

/** A new seed. */
export const freshSeed = () => Number(BigInt(`0x${newId().slice(-8)}`) % 1_000_000_000n)
