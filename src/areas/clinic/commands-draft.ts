import type { Device } from '../../screen/device.ts'
import type { ClinicValues } from './clinic-values.ts'
import { draftName } from './queries-draft.ts'

/** Stores the input, so that neither a closed tab nor a dead battery loses it; null removes it. */
export async function keepClinicDraft({ db }: Pick<Device, 'db'>, id: string, draft: Partial<ClinicValues> | null) {
  if (draft) await db.drafts.put({ name: draftName(id), value: draft })
  else await db.drafts.delete(draftName(id))
}
