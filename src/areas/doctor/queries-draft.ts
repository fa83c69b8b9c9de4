import type { Device } from '../../screen/device.ts'
import type { DoctorValues } from './doctor-values.ts'

/** The name of a draft on this device: of a new doctor, or of a card. */
export const draftName = (id: string | null) => `doctor ${id ?? 'new'}`

export async function readDoctorDraft({ db }: Pick<Device, 'db'>, id: string | null): Promise<DoctorValues | null> {
  const kept = await db.drafts.get(draftName(id))
  return (kept?.value as DoctorValues | undefined) ?? null // only `keepDoctorDraft` writes it
}
