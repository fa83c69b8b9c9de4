import type { Device } from '../../screen/device.ts'
import type { DoctorValues } from './doctor-values.ts'
import { draftName } from './queries-draft.ts'

/** Keeps what was entered, so that it survives a closed tab or a dead battery (SCREENS B0 "draft"). */
export const keepDoctorDraft = ({ db }: Pick<Device, 'db'>, id: string | null, value: DoctorValues) =>
  db.drafts.put({ name: draftName(id), value })

export const dropDoctorDraft = ({ db }: Pick<Device, 'db'>, id: string | null) => db.drafts.delete(draftName(id))
