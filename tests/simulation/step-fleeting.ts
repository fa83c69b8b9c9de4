import * as v from 'valibot'
import { queuedCalls, rowOf } from '../../contract/calls.ts'
import type { Role } from '../../contract/kernel/call.ts'
import type { Entry } from '../../src/db/entry.ts'
import { targetsOf } from '../../src/sync/fold.ts'
import { writesOf } from '../../src/sync/known.ts'
import type { Device } from './device.ts'
import type { Draw } from './draw.ts'
import type { Stage } from './simulate.ts'
import { carryOut } from './step-act.ts'

/**
 * A person removes what they have just made, after it was sent and before the success arrived: their device cannot know
 * whether the server has it. By chance alone this happens once in hundreds of programs. `draw` is separate from the
 * program's.
 */
export async function takeAway(stage: Stage, device: Device, draw: Draw, isBusy: boolean) {
  const person = device.signed()?.person
  const tab = device.tabs.find(({ is }) => !is)
  if (!person || !tab) return
  const entries = await waitingIn(device, person.id)
  const mine = queuedCalls.filter((call) => (rowOf(call).roles as readonly Role[]).includes(person.type as Role)) // the world's people have roles
  const choices = entries.flatMap((entry) => {
    const [target] = targetsOf(entry)
    if (!target || entry.attempts === 0 || !writesOf(entry)?.creates) return []
    const call = mine.find((each) => {
      const { writes, input } = rowOf(each)
      return writes?.removes && writes.table === target.table && v.is(input, { id: target.id })
    })
    const isGoing = entries.some((other) => writesOf(other)?.removes && other.input['id'] === target.id)
    return call && !isGoing ? [{ call, id: target.id }] : []
  })
  if (!choices.length) return
  const { call, id } = draw.pick(choices)
  stage.done['taken away unheard'] = (stage.done['taken away unheard'] ?? 0) + 1
  await carryOut(stage, device, tab, isBusy, call, { input: { id } })
}

async function waitingIn(device: Device, personId: string): Promise<readonly Entry[]> {
  const db = device.peek(personId)
  try {
    return await db.outbox.orderBy('seq').toArray()
  } finally {
    db.close()
  }
}
