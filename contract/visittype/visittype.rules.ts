import { DEFAULT_LANGUAGE, type Language } from '../kernel/constants.ts'
import type { MessageCode } from '../kernel/messages.ts'
import type { Role } from '../kernel/call.ts'
import type { BookedType, VisitType } from './visittype.ts'

/** How long a visit takes and what is kept free around it, minutes. */
export type VisitShape = {
  readonly duration: number
  readonly bufferBefore: number
  readonly bufferAfter: number
}
type Span = { readonly start: string; readonly end: string }
type Booked = Span & { readonly visitType?: Pick<BookedType, 'bufferBefore' | 'bufferAfter'> | null | undefined }

/** What a visit booked by this type keeps of it. */
export const bookedTypeOf = ({
  id,
  name,
  instructions,
  colour,
  bufferBefore,
  bufferAfter,
}: BookedType): BookedType => ({
  id,
  name,
  instructions,
  colour,
  bufferBefore,
  bufferAfter,
})

/** The shape of a visit that is moved: its own length, and the buffers it was booked with. Undefined for one without a type. */
export const shapeOfVisit = ({
  duration,
  visitType,
}: {
  readonly duration: number
  readonly visitType?: BookedType | null | undefined
}): VisitShape | undefined =>
  visitType ? { duration, bufferBefore: visitType.bufferBefore, bufferAfter: visitType.bufferAfter } : undefined

/** Minutes from one offered start to the next: the hours' own step, or less if the type with its buffers is shorter. */
export const stepOf = (period: number, shape: VisitShape | undefined): number =>
  shape ? Math.min(period, shape.bufferBefore + shape.duration + shape.bufferAfter) : period

/**
 * Whether a visit stands in the way of a time: either overlaps the other, or lies in the other's buffers. Buffers may
 * overlap each other.
 */
export function isInTheWay(
  visit: Booked,
  time: Span,
  shape?: Pick<VisitShape, 'bufferBefore' | 'bufferAfter'>,
): boolean {
  const [from, to] = [Date.parse(visit.start), Date.parse(visit.end)]
  const [begins, ends] = [Date.parse(time.start), Date.parse(time.end)]
  const { bufferBefore = 0, bufferAfter = 0 } = visit.visitType ?? {}
  return (
    (begins < to + bufferAfter * MINUTE && ends > from - bufferBefore * MINUTE) ||
    (shape !== undefined && from < ends + shape.bufferAfter * MINUTE && to > begins - shape.bufferBefore * MINUTE)
  )
}

/** Whether a doctor offers the type in this clinic, or in their own practice (null). */
export const isOfferedBy = (
  { clinicId, doctorId, archived }: Pick<VisitType, 'clinicId' | 'doctorId' | 'archived'>,
  who: { readonly doctorId: string; readonly clinicId: string | null },
): boolean => !archived && clinicId === who.clinicId && (doctorId === null || doctorId === who.doctorId)

/** In the order of lists. */
export const inPlace = <T extends Pick<VisitType, 'place' | 'id'>>(types: readonly T[]): T[] =>
  types.toSorted((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1))

/** Why a visit of this kind cannot be booked by the type; null if it can. */
export function whyNotBook(
  visitType: Pick<VisitType, 'archived' | 'forPatients' | 'type'>,
  wish: { readonly type: VisitType['type'] },
  who: { readonly type: Role },
): MessageCode | null {
  if (visitType.type !== wish.type) return 'visittype_not_found'
  if (visitType.archived) return 'visittype_archived'
  return who.type === 'patient' && !visitType.forPatients ? 'visittype_staff_only' : null
}

/** A name or instructions for a reader: in their language, otherwise in Turkish or the first there is (rule 80). */
export function textIn(texts: readonly VisitType['name'][number][], language: Language): string {
  const of = (lang: Language) => texts.find((text) => text.lang === lang)
  return (of(language) ?? of(DEFAULT_LANGUAGE) ?? texts[0])?.value ?? ''
}

const MINUTE = 60_000
