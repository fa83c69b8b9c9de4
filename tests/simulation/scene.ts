import type { Input, QueuedCall } from '../../contract/calls.ts'
import type { Role } from '../../contract/kernel/call.ts'
import type { Facts } from '../../contract/kernel/effect.ts'
import type { TableName } from '../../contract/kernel/table-names.ts'
import type { Shown } from '../../src/db/row.ts'
import type { World } from '../support/world.ts'
import type { Draw } from './draw.ts'

/** What a person has when they act: their device's own rows, and a world with slots to book. */
export type Scene = {
  readonly draw: Draw
  readonly world: World
  readonly person: { readonly id: string; readonly type: Role }
  readonly clinicId: string | null
  /** The server's clock as the device knows it, epoch ms. */
  readonly now: number
  readonly rows: <T extends TableName>(table: T) => Promise<readonly Shown<T>[]>
}

/** What they do, as a call's own input; null if the device has nothing for it. */
export type Act<N extends QueuedCall> = (
  scene: Scene,
) => Promise<{ readonly input: Input<N>; readonly facts?: Facts; readonly bytes?: Uint8Array<ArrayBuffer> } | null>
export type Acts = { readonly [N in QueuedCall]?: Act<N> }

/** A random row of a table on the device, as the input of a call that takes only its id. */
export const onAny =
  (table: TableName) =>
  async ({ draw, rows }: Scene) => {
    const all = await rows(table)
    return all.length ? { input: { id: draw.pick(all).id } } : null
  }

export const word = (draw: Draw) => draw.next().toString(36).slice(2, 8)
