import type { LinkFailure } from '../../../contract/calendar-link/calendar-link.ts'
import type { Occurrence } from '../../ical/read.ts'
import type { Marks } from './fetch.ts'

/** The result of a read. `times` are those that block the doctor's time, each once. */
export type Came =
  | {
      readonly kind: 'read'
      readonly times: readonly Pick<Occurrence, 'start' | 'end' | 'title'>[]
      readonly skipped: number
      readonly marks: Marks
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly reason: LinkFailure }
