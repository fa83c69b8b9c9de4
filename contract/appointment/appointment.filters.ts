import * as v from 'valibot'

/**
 * Filters that ask whether something is noted on an appointment, each with the field that notes it. The server's list, the list on the device, the
 * address of the screen and its "Clear all" are read from here, so that a further one is a line here and a chip on the screen.
 */
export const MARK_FILTERS = {
  arrived: 'arrivedAt',
  confirmed: 'confirmedAt',
  noShow: 'noShowAt',
} as const

export type MarkFilter = keyof typeof MARK_FILTERS
export const markFilters = Object.keys(MARK_FILTERS) as readonly MarkFilter[]

/** An object with an entry for each of these filters. */
export const ofMarks = <T>(entry: (filter: MarkFilter) => T) =>
  Object.fromEntries(markFilters.map((filter) => [filter, entry(filter)])) as { [F in MarkFilter]: T }

/** As the list's input has them: absent means any. */
export const markInput = ofMarks(() => v.optional(v.boolean()))
