import type { Patience } from '../../src/api/deadline.ts'
import { drawsFrom } from './draw.ts'
import { heal } from './heal.ts'
import { openLedger } from './ledger.ts'
import { runProgram, setBack } from './program.ts'
import { openRealNetwork } from './real-network.ts'
import { openRealServer, type RealServer } from './real-server.ts'
import { furnish, openDevices, type Outcome, type Stage } from './simulate.ts'
import { watchOf } from './watch.ts'
import { WITNESS } from './witness.ts'

/** So short that many exchanges of a program time out; on a slow machine also some others. */
const HASTY: Patience = { head: 2500, body: 1500, whole: 20_000 }
const PATIENT: Patience = { head: 30_000, body: 15_000, whole: 300_000 }
/** More visits than fit on two pages. */
const MANY = 450

/**
 * A program as `simulate` runs it, over real lines to a real port: fills of several pages, timeouts, narrow lines,
 * answers by what is in between; the data folder is copied cold and restored, and a replica is promoted, in the middle.
 * The seed determines the program and what the lines do; the order of simultaneous events is the machine's.
 */
export async function simulateOnLines(
  seed: number,
  options: { readonly steps: number; readonly trace?: (line: string) => void },
): Promise<Outcome & { readonly figures: readonly string[] }> {
  const draw = drawsFrom(seed)
  const server = await openRealServer()
  const ledger = openLedger()
  const done: Record<string, number> = {}
  const network = openRealNetwork(server, watchOf(ledger, server), done)
  let patience = PATIENT
  try {
    await server.sql(WITNESS)
    const devices = await openDevices(server, draw, ledger, { patience: () => patience })
    const trace = options.trace ?? (() => {})
    const stage: Stage = { draw: draw.fork('program'), server, network, ledger, devices, done, trace }
    await plantPages(server)
    await furnish(stage)
    patience = HASTY
    await runProgram(stage, options.steps, atNight(stage, server, options.steps))
    patience = PATIENT
    return { seed, problems: await heal(stage), done, figures: network.figures }
  } catch (error) {
    const why = `broke off: ${error instanceof Error ? error.stack : String(error)}`
    return { seed, problems: [...ledger.broken, why], done, figures: network.figures }
  } finally {
    network.close()
    await server.close()
  }
}

/** What operators do: a cold copy early on, a replica that takes over, and the restored copy. */
function atNight(stage: Stage, server: RealServer, steps: number) {
  const draw = stage.draw.fork('night')
  const [copied, promoted, restored] = [0.1, 0.35, 0.6].map((part) => Math.floor(steps * (part + draw.next() * 0.2)))
  return async (n: number) => {
    if (n === copied && server.life() === 0 && !server.hasBackup()) await server.backup()
    if (n === restored && server.hasBackup()) await setBack(stage)
    if (n !== promoted) return
    await server.failOver()
    stage.done['promotion'] = 1
  }
}

/** Visits around the clock from a midnight on: no program changes them, and every device must hold them. */
async function plantPages({ sql, world }: RealServer) {
  const { people, clinics } = world
  await sql(
    `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, status, created_by, updated_by)
     select gen_random_uuid(), $1, $2, $3, 'Name', at, at + interval '20 min', 'Europe/Istanbul', 'face-to-face', 10000, 'try', 'waiting', 'Test', 'Test'
       from generate_series($4::timestamptz, $4::timestamptz + interval '20 min' * ($5::int - 1), interval '20 min') at`,
    [
      clinics.kuzey,
      people.doctorKuzey.id,
      people.patientKuzey.id,
      new Date(Date.parse(world.slot(12, 0)) - 9 * 3_600_000),
      MANY,
    ],
  )
}
