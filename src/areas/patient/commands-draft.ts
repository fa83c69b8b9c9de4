import type { Device } from '../../screen/device.ts'

/** Keeps what was entered under a name, so that it survives a closed tab or a dead battery; null deletes it. */
export async function keepDraft({ db }: Pick<Device, 'db'>, name: string, value: unknown): Promise<void> {
  if (value === null) await db.drafts.delete(name)
  else await db.drafts.put({ name, value })
}
