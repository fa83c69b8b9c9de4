import type { Language } from '../kernel/constants.ts'

/** What the page of a shared calendar shows (issue 35, 11); its script reads it from the page itself. */
export type SharedCalendar = {
  /** The doctor's, in which the times are shown. */
  readonly zone: string
  readonly language: Language
  /** Epoch ms: what is shared begins and ends there. */
  readonly from: number
  readonly to: number
  readonly now: number
  readonly entries: readonly SharedEntry[]
}
/** `title` is as much as the sharing level tells. */
export type SharedEntry = {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly title: string
  readonly place: string | null
}

/** Where the data stands in the page, and where the calendar is drawn instead of the list. */
export const SHARED_CALENDAR = { data: 'shared-calendar', list: 'list', calendar: 'calendar' } as const

/** The script and the style sheet of the page, in the root of the built app (shared-calendar.config.ts). */
export const SHARED_CALENDAR_FILES = { script: '/shared-calendar.js', styles: '/shared-calendar.css' } as const
