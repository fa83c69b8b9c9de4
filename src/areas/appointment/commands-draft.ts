import type { Device } from '../../screen/device.ts'
import { BOOKING_DRAFT, type KeptDraft } from './queries-draft.ts'

/** Stores the input, so that it survives a closed tab or a dead battery (SCREENS B0 "draft"). */
export const keepDraft = ({ db }: Device, draft: KeptDraft) => db.drafts.put({ name: BOOKING_DRAFT, value: draft })

export const dropDraft = ({ db }: Device) => db.drafts.delete(BOOKING_DRAFT)
