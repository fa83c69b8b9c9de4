import type { Device } from '../../screen/device.ts'
import type { ClinicValues } from './clinic-values.ts'

export const draftName = (id: string) => `clinic ${id}`

export async function readClinicDraft({ db }: Pick<Device, 'db'>, id: string): Promise<Partial<ClinicValues> | null> {
  const kept = await db.drafts.get(draftName(id))
  return (kept?.value as Partial<ClinicValues> | undefined) ?? null // only `keepClinicDraft` writes it
}
