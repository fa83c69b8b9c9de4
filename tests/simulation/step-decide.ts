import type { Entry } from '../../src/db/entry.ts'
import type { Device as Shell } from '../../src/screen/device.ts'
import { discardEntry, restoreEntries, undo } from '../../src/screen/commands-waiting.ts'
import { tryAgain } from '../../src/sync/decide.ts'
import { ended } from '../../src/sync/ended.ts'
import { isKnownCall } from '../../src/sync/known.ts'
import { isHere } from '../../src/sync/settle.ts'
import { isStorageError } from '../../src/sync/storage.ts'
import type { Device, Tab } from './device.ts'
import type { Draw } from './draw.ts'
import type { Stage } from './simulate.ts'
import { noteEnds } from './step-act.ts'

/** A person decides about a change that waits for them, or discards one that has not been sent. */
export async function decide(stage: Stage, device: Device, tab: Tab) {
  const { draw, ledger, done, trace } = stage
  const shell = { db: tab.db, person: device.signed()!.person, now: device.now, kick: () => {} } as unknown as Shell // the parts that the commands use
  let old: Entry | undefined
  try {
    const entries = await tab.db.outbox.orderBy('seq').toArray()
    const parked = entries.filter(({ state }) => state === 'parked')
    const fresh = entries.filter((entry) => entry.state === 'ready' && isHere(entry))
    const what = draw.weighted({ discard: 2, again: 4, undo: 2, restore: 2 })
    trace(`  ${what}: ${parked.length} parked, ${fresh.length} fresh`)
    if (what === 'undo' && fresh.length) await undo(shell, draw.pick(fresh).id)
    else if (what === 'discard' && parked.length) await discardEntry(shell, draw.pick(parked))
    else if (what === 'restore') {
      if (!(await restoreLast(stage, tab, shell, device.now()))) return
    } else if (what === 'again' && parked.length) {
      old = draw.pick(parked)
      const id = await tryAgain(tab.db, old, old.input, device.now())
      if (id) ledger.again(old.id, id)
    } else return
    done[what] = (done[what] ?? 0) + 1
    // sometimes they restore it at once, as the toast offers
    if (/undo|discard/.test(what) && draw.chance(0.4)) await restoreLast(stage, tab, shell, device.now())
  } catch (error) {
    if (!tab.is && !isStorageError(error)) throw error
  }
  const personId = device.signed()?.person.id ?? shell.person.id
  await noteEnds(stage, device, personId)
  if (old) await noteAgain(stage, device, personId, old)
}

/**
 * A person's decisions show in all of their tabs: here two tabs press *Try again* for the same change. `draw` is
 * separate from the program's.
 */
export async function decideTwice(stage: Stage, device: Device, draw: Draw) {
  const person = device.signed()?.person
  const tabs = device.tabs.filter(({ is }) => !is).slice(0, 2)
  if (!person || tabs.length < 2) return
  const db = device.peek(person.id)
  const parked = (await db.outbox.orderBy('seq').toArray()).filter(({ state }) => state === 'parked')
  db.close()
  if (!parked.length) return
  const old = draw.pick(parked)
  stage.done['decided in two tabs'] = (stage.done['decided in two tabs'] ?? 0) + 1
  await Promise.all(
    tabs.map(async (tab) => {
      try {
        const id = await tryAgain(tab.db, old, old.input, device.now())
        if (id) stage.ledger.again(old.id, id)
      } catch (error) {
        if (!tab.is && !isStorageError(error)) throw error
      }
    }),
  )
  await noteAgain(stage, device, person.id, old)
}

/** Also if the tab died before it could report it: what replaced a change on the disk tells its outcome. */
async function noteAgain({ ledger }: Stage, device: Device, personId: string, old: Entry) {
  const db = device.peek(personId)
  const now = await db.outbox.get(old.seq!)
  if (now && now.id !== old.id && !ledger.intents.has(now.id)) ledger.again(old.id, now.id)
  db.close()
}

/** Restores the last discarded change, while its toast may still show; false if there is none. */
async function restoreLast({ ledger }: Stage, tab: Tab, shell: Shell, now: number): Promise<boolean> {
  const done = await ended(tab.db)
  const [last] = done
  if (last?.end !== 'discarded' || now - Date.parse(last.at) > TOAST) return false
  const together = done.filter(({ end, at }) => end === 'discarded' && at === last.at)
  // of a change that this build cannot read, only the toast itself has the contents
  if (together.some(({ entry }) => !isKnownCall(entry.call))) return false
  // once it is restored, another tab may send it at once; if it is not restored, `noteEnds` records that
  for (const { entry } of together) ledger.discarded.delete(entry.id)
  await restoreEntries(
    shell,
    together.map(({ entry }) => entry),
  )
  return true
}

/** How long an Undo may show on the screen, ms. */
const TOAST = 30_000
