import type { Deps } from '../../http/handler.ts'
import { NotReadable, type Occurrence, type Window } from '../../ical/read.ts'
import { readSafely } from '../../ical/run.ts'
import type { Came } from './came.ts'
import { fetchCalendar, NotFetched, type Marks } from './fetch.ts'
import { ConsentGone, ProviderFailed } from '../../ports/calendar/provider.ts'
import type { StoredLink } from './store.ts'

/** The purpose under which calendar secrets are encrypted. */
export const CALENDAR_PURPOSE = 'calendar'

type Needs = Pick<Deps, 'vault' | 'web' | 'calendarProvider'>

/**
 * Reads a calendar from wherever it is kept. Does not touch the database and returns failures as values: another
 * server's error is not one of ours.
 */
export async function readLink(deps: Needs, link: StoredLink, window: Window, now: number): Promise<Came> {
  const { vault } = deps
  if (link.kind === 'file')
    return readBytes(Buffer.from(vault.open(CALENDAR_PURPOSE, link.content ?? ''), 'base64'), window)
  const secret = vault.open(CALENDAR_PURPOSE, link.secret ?? '')
  if (link.kind === 'token') return readToken(deps, secret, window)
  // once in twelve hours it is read in full even if unchanged, since the time window moves on
  const whole = !link.good_at || link.dropped || new Date(now).getUTCHours() % 12 === 0
  return readUrl(deps, secret, window, whole ? NO_MARKS : { etag: link.etag, modified: link.modified })
}

export async function readUrl(
  { web }: Pick<Needs, 'web'>,
  url: string,
  window: Window,
  marks = NO_MARKS,
): Promise<Came> {
  try {
    const fetched = await fetchCalendar(web, url, marks, PATIENCE_MS)
    return fetched === 'unchanged' ? { kind: 'unchanged' } : await readBytes(fetched.bytes, window, fetched.marks)
  } catch (error) {
    if (error instanceof NotFetched) return { kind: 'failed', reason: error.reason }
    throw error
  }
}

export async function readBytes(bytes: Uint8Array, window: Window, marks = NO_MARKS): Promise<Came> {
  try {
    const { occurrences, skipped } = await readSafely(bytes, window)
    return { kind: 'read', times: takenOf(occurrences), skipped, marks }
  } catch (error) {
    if (error instanceof NotReadable) return { kind: 'failed', reason: 'unreadable' }
    throw error
  }
}

export async function readToken(
  { calendarProvider }: Pick<Needs, 'calendarProvider'>,
  token: string,
  window: Window,
): Promise<Came> {
  if (!calendarProvider) return { kind: 'failed', reason: 'unreachable' }
  try {
    return { kind: 'read', times: takenOf(await calendarProvider.events(token, window)), skipped: 0, marks: NO_MARKS }
  } catch (error) {
    if (error instanceof ConsentGone) return { kind: 'failed', reason: 'revoked' }
    if (error instanceof ProviderFailed) return { kind: 'failed', reason: 'unreachable' }
    throw error
  }
}

const NO_MARKS: Marks = { etag: null, modified: null }
/** Less than a person waits for an answer, including the time for parsing. */
const PATIENCE_MS = 8000

function takenOf(occurrences: readonly Occurrence[]) {
  const taken = occurrences.filter(({ busy, start, end }) => busy && end > start)
  return [
    ...new Map(
      taken.map(({ start, end, title }) => {
        const short = title?.slice(0, 200).toWellFormed() ?? null
        return [`${start} ${end} ${short}`, { start, end, title: short }] as const
      }),
    ).values(),
  ]
}
