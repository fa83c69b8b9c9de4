import { newId } from '../../contract/kernel/id.ts'
import type { StoredRow } from '../../src/db/database.ts'
import { isStorageError } from '../../src/sync/storage.ts'
import type { Device, Tab } from './device.ts'
import type { Stage } from './simulate.ts'
import { act } from './step-act.ts'
import { decide, decideTwice } from './step-decide.ts'
import { holesOf } from './invariants.ts'
import { differences, heldBy, rightfulOf } from './oracle.ts'
import { changeBuilds } from './step-builds.ts'
import { shake } from './step-server.ts'
import { takeAway } from './step-fleeting.ts'
import { wish } from './step-months.ts'

/** The kinds of steps, and how often each occurs. */
const STEPS = {
  act: 40,
  round: 24,
  together: 8,
  weather: 7,
  time: 7,
  decide: 6,
  tab: 5,
  shake: 5,
  server: 4,
  session: 3,
  check: 3,
  rot: 1,
} as const

/** A round that is under way: its tab waits for the network, or for another tab's round. */
type Round = { readonly device: Device; readonly tab: Tab; readonly work: Promise<void> }

/**
 * Runs a program of so many steps, with `beside` at each. After each step only held requests are open, so that the seed
 * repeats it.
 */
export async function runProgram(stage: Stage, steps: number, beside: (n: number) => Promise<void> = async () => {}) {
  const { draw, network, devices, server, done, trace } = stage
  const running = new Set<Round>()
  const [wishes, fleeting, twice] = [draw.fork('months'), draw.fork('fleeting'), draw.fork('twice')]
  const builds = draw.fork('builds')
  for (let n = 0; n < steps; n++) {
    const step = draw.weighted(STEPS)
    const device = draw.pick(devices)
    // a person who finds themselves signed out mostly signs in before doing anything else
    if (!device.signed() && draw.chance(0.4)) await device.signIn([...device.people.values()][0]!)
    done[step] = (done[step] ?? 0) + 1
    server.clock.now += 1 + draw.int(50)
    network.tick()
    await quiet()
    trace(`${n} ${step} ${device.name}`)
    if (step === 'act') await withTab(device, (tab) => act(stage, device, tab, isBusy(device)))
    else if (step === 'round') await start(device)
    else if (step === 'together') await together(device)
    else if (step === 'weather') network.turn(device.line, draw)
    else if (step === 'time') await pass()
    else if (step === 'decide') await withTab(device, (tab) => decide(stage, device, tab))
    else if (step === 'tab') await fumble(device)
    else if (step === 'shake') await shake(stage)
    else if (step === 'server') await strike()
    else if (step === 'session') await changeHands(device)
    else if (step === 'check') await check(device)
    else await rot(device)
    if (wishes.chance(0.08)) await wish(stage, wishes.pick(devices), wishes)
    const another = fleeting.pick(devices)
    if (fleeting.chance(0.25)) await takeAway(stage, another, fleeting, isBusy(another))
    if (twice.chance(0.2)) await decideTwice(stage, twice.pick(devices), twice)
    if (builds.chance(0.06)) await changeBuilds(stage, builds.pick(devices), builds)
    if (twice.chance(0.1)) await inAllTabs(twice.pick(devices))
    await beside(n)
  }
  // what is released now must not be held again: nothing ticks any more
  for (const device of devices) network.calm(device.line)
  await network.release()
  for (const { tab } of running) tab.disarm()
  await Promise.race([Promise.all([...running].map(({ work }) => work)), stuck()])

  /** Runs a tab's round, until it is done or waits for the network. */
  async function start(on: Device, tab = on.tabs.length ? draw.pick(on.tabs) : null) {
    if (!tab || !on.signed() || [...running].some((round) => round.tab === tab)) return
    const round: Round = {
      device: on,
      tab,
      work: on
        .round(tab)
        .then((line) => void (done[`line ${line}`] = (done[`line ${line}`] ?? 0) + 1))
        .catch((error: unknown) => {
          if (!tab.is && !isStorageError(error))
            stage.ledger.breaks(
              `I10: a round on ${on.name} broke off: ${error instanceof Error ? error.stack : String(error)}`,
            )
          done['round broken off'] = (done['round broken off'] ?? 0) + 1
        })
        .finally(() => running.delete(round)),
    }
    running.add(round)
    await quiet()
  }

  /**
   * The rounds of all tabs of a device begin at the same moment, as after a notification or when the network returns.
   */
  async function inAllTabs(on: Device) {
    await Promise.all(on.tabs.filter(({ is }) => !is).map((tab) => start(on, tab)))
  }

  /** Waits until every round is done, waits for the network, or waits for the lock of one that does. */
  async function quiet() {
    for (;;) {
      const going = [...running].find(
        ({ device }) => ![...running].some((other) => other.device === device && network.isWaiting(other.tab)),
      )
      if (!going) return
      await Promise.race([network.untilStill(going.work), stuck()])
    }
  }

  /** Two tabs, or a person and a round, at exactly the same time. */
  async function together(on: Device) {
    await Promise.all([
      start(on),
      withTab(on, (tab) => act(stage, on, tab, true)),
      draw.chance(0.5) ? start(draw.pick(devices)) : withTab(on, (tab) => act(stage, on, tab, true)),
      draw.chance(0.5) && withTab(on, (tab) => decide(stage, on, tab)),
      draw.chance(0.5) && withTab(on, (tab) => decide(stage, on, tab)),
    ])
  }

  async function pass() {
    server.clock.now += draw.pick([
      5_000,
      60_000,
      60_000,
      600_000,
      3_600_000,
      3_600_000,
      13 * 3_600_000,
      26 * 3_600_000,
    ])
  }

  /** Closes, opens or reloads a tab, or makes it break in the middle of something. */
  async function fumble(on: Device) {
    if (!on.signed()) return
    const what = draw.weighted({ open: 2, reload: 3, kill: 4, quota: 3 })
    const tab = on.tabs.length ? draw.pick(on.tabs) : null
    if (what === 'open' && on.tabs.length < 3) return void (await on.addTab())
    if (!tab) return void (await on.addTab())
    if (what === 'reload') {
      tab.kill()
      on.tabs.splice(on.tabs.indexOf(tab), 1)
      await on.addTab()
    } else if (what !== 'open') tab.arm({ after: draw.int(40), what })
  }

  async function strike() {
    const what = draw.weighted({ kill: 4, restart: 2, backup: 3, restore: 4 })
    trace(`  ${what}`)
    if (what === 'kill') return void (server.isUp() ? await server.kill() : await server.up())
    if (what === 'restart') await server.kill().then(server.up)
    else if (what === 'backup' && !server.hasBackup() && server.life() === 0) await server.backup()
    else if (what === 'restore' && server.hasBackup()) {
      await setBack(stage)
    }
  }

  /** The session ends on the server, or the person signs out, returns, or is replaced by another. */
  async function changeHands(on: Device) {
    const what = draw.weighted({ end: 3, out: 2, back: 4, other: 3 })
    const signed = on.signed()
    if (what === 'end' && signed)
      return void (await server.sql('update session set ended_at = $2, token_hash = null where person_id = $1', [
        signed.person.id,
        new Date(server.clock.now),
      ]))
    if (what === 'out') {
      const person = on.signed()?.person
      if (person) stage.ledger.cleared(on.name, person.id)
      return on.signOut()
    }
    const people = [...on.people.values()]
    if (what === 'back' && signed) return
    await on.signIn(what === 'back' ? people[0]! : draw.pick(people))
  }

  /** At a quiet moment: the feed has no holes, and after one pull the device holds nothing that may not be seen. */
  async function check(on: Device) {
    const tab = on.tabs.find(({ is }) => !is)
    if (running.size || !on.signed() || !tab || !server.isUp() || on.line.rotten) return
    tab.disarm()
    await network.landed()
    const putBack = network.calm(on.line)
    const line = await on.round(tab)
    putBack()
    const who = line === 'online' && on.signed() ? await server.whoIs(on.signed()!.as) : null
    if (!who) return
    for (const what of await holesOf(server, tab.db, who))
      stage.ledger.breaks(`I8: on ${on.name} at step ${done['check']}: ${what}`)
    const { extra, wrong } = differences(await rightfulOf(server, who, on.monthsOf(who.id)), await heldBy(tab.db))
    for (const what of extra) stage.ledger.breaks(`I9: on ${on.name}, after one pull: ${what}`)
    for (const what of wrong) stage.ledger.breaks(`I1: on ${on.name}, after one pull: ${what}`)
  }

  /** Changes the stored rows behind the engine's back: a record is lost, older than it should be, or invented (I12). */
  async function rot(on: Device) {
    const tab = on.tabs.find(({ is }) => !is)
    if (running.size || !tab) return
    tab.disarm()
    const waiting = new Set((await tab.db.base.toArray()).map(({ id }) => id))
    const rows = (await tab.db.table<StoredRow, string>('appointment').toArray()).filter(({ id }) => !waiting.has(id))
    if (!rows.length) return
    on.line.rotten = true
    const row = draw.pick(rows)
    const what = draw.pick(['lost', 'older', 'newer', 'alien'] as const)
    trace(`  ${what} ${row.id}`)
    if (what === 'lost') await tab.db.table('appointment').delete(row.id)
    else if (what === 'alien') await tab.db.table('appointment').put({ ...row, id: newId() })
    else await tab.db.table('appointment').put({ ...row, version: what === 'older' ? 0 : row.version + 5 })
  }

  async function withTab(on: Device, work: (tab: Tab) => Promise<void>) {
    if (!on.signed()) return
    const tab = on.tabs.find(({ is }) => !is) ?? (await on.addTab())
    for (const dead of on.tabs.filter(({ is }) => is)) on.tabs.splice(on.tabs.indexOf(dead), 1)
    await work(draw.chance(0.5) ? draw.pick(on.tabs) : tab)
  }

  function isBusy(on: Device) {
    return [...running].some(({ device }) => device === on)
  }
}

/** Restores the server's data from the copy. */
export async function setBack({ server, ledger, done }: Stage) {
  for (const key of await server.restore()) ledger.undone.add(key)
  done['restore'] = (done['restore'] ?? 0) + 1
}

/** None of our work takes this long: a round that waits for itself would wait forever. */
async function stuck(): Promise<never> {
  const error = new Error('a round is stuck')
  await new Promise((done) => setTimeout(done, 30_000).unref())
  throw error
}
