import { SHORTEST_VISIT_MINUTES as LEAST, LONGEST_VISIT_MINUTES as MOST } from '../../../contract/kernel/constants.ts'
import { MOST_BUFFER, type VisitType } from '../../../contract/visittype/visittype.ts'
import type { Multilingual } from '../../i18n/multilingual.ts'
import type { ShownVisitType } from './queries.ts'

/** What the form holds while it is filled in: minutes as they were typed. */
export type VisitTypeDraft = {
  readonly name: Multilingual
  readonly instructions: Multilingual
  readonly clinicId: string | null
  readonly doctorId: string | null
  readonly duration: string
  readonly bufferBefore: string
  readonly bufferAfter: string
  /** Minor units. */
  readonly price: number | null
  readonly type: VisitType['type']
  readonly forPatients: boolean
  readonly colour: VisitType['colour']
}

export const draftOf = (
  type: ShownVisitType | null,
  place: { readonly clinicId: string | null; readonly doctorId: string | null },
): VisitTypeDraft => ({
  name: type?.name ?? [],
  instructions: type?.instructions ?? [],
  clinicId: type ? type.clinicId : place.clinicId,
  doctorId: type ? type.doctorId : place.doctorId,
  duration: String(type?.duration ?? 30),
  bufferBefore: String(type?.bufferBefore ?? 0),
  bufferAfter: String(type?.bufferAfter ?? 0),
  price: type?.price ?? null,
  type: type?.type ?? 'face-to-face',
  forPatients: type?.forPatients ?? true,
  colour: type?.colour ?? 'blue',
})

/** The fields as the call takes them; null for each that is not valid yet. */
export function readDraft(draft: VisitTypeDraft) {
  const { name, price, duration, bufferBefore, bufferAfter } = draft
  return {
    name: name.some(({ lang, value }) => lang === 'tr' && value.trim() !== '') ? filled(name) : null,
    instructions: filled(draft.instructions),
    price,
    duration: minutesIn(duration, LEAST, MOST),
    bufferBefore: minutesIn(bufferBefore, 0, MOST_BUFFER),
    bufferAfter: minutesIn(bufferAfter, 0, MOST_BUFFER),
  }
}

const filled = (texts: Multilingual) =>
  texts.flatMap(({ lang, value }) => (value.trim() === '' ? [] : [{ lang, value: value.trim() }]))

function minutesIn(typed: string, least: number, most: number): number | null {
  if (!/^\d{1,3}$/.test(typed.trim())) return null
  const minutes = Number(typed)
  return minutes >= least && minutes <= most ? minutes : null
}
