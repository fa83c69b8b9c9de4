import { rowsOf, toRow, type Row, type WireRow } from './row.ts'

/** Bedside's own API as peers use it. Both calls throw if no answer comes. */
export type Line = {
  readonly page: (cursor: string | null) => Promise<Page>
  /** Returns the server's row after each change, in order; null if it was refused. */
  readonly send: (changes: readonly Change[]) => Promise<readonly (Row | null)[]>
}

export type Page = { readonly rows: Row[]; readonly cursor: string; readonly more: boolean }

/** A note on a visit, complete when it is queued. */
export type Change = { readonly key: string; readonly id: string; readonly version: number; readonly note: string }

export const changeOf = ({ change, id, version, note }: Row): Change => ({ key: change, id, version, note })

export type LineOptions = {
  readonly headers: Readonly<Record<string, string>>
  /** The delay of each answer to `send`, in ms. */
  readonly trip: number
  /** One in this many answers is lost after the server has done the work; 0 loses none. */
  readonly lose: number
}

/** The rows of a page, as many as Bedside's own engine requests. */
const PAGE = '500'

/** `GET /api/sync` and `POST /api/batch` on this page's host, as the person in the headers. */
export function openLine({ headers, trip, lose }: LineOptions): Line {
  let n = 0
  return {
    page: async (cursor) => {
      const query = new URLSearchParams({ rows: PAGE, ...(cursor !== null && { cursor }) })
      const response = await fetch(`/api/sync?${query}`, { headers })
      if (!response.ok) throw new Error(`a page was answered with ${response.status}`)
      const page = (await response.json()) as WirePage // our own server's
      return { rows: rowsOf(page.rows), cursor: page.cursor, more: page.more }
    },
    send: async (changes) => {
      const calls = changes.map(({ key, id, version, note }) => ({
        call: 'appointment.update',
        key,
        base: version,
        madeAt: new Date().toISOString(),
        input: { id, note },
      }))
      const response = await fetch('/api/batch', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'bedside-sent-at': new Date().toISOString() },
        body: JSON.stringify({ calls }),
      })
      if (!response.ok) throw new Error(`a batch was answered with ${response.status}`)
      const { answers } = (await response.json()) as WireBatch // our own server's
      await new Promise((done) => setTimeout(done, trip))
      if (lose && ++n % lose === 0) throw new TypeError('the answer was lost')
      return answers.map(({ status, body }) => {
        const row = body?.['appointment'] as WireRow | undefined
        return status === 200 && row ? toRow('appointment', row) : null
      })
    },
  }
}

type WirePage = { rows: Record<string, unknown[]>; cursor: string; more: boolean }
type WireBatch = { answers: { status: number; body: Record<string, unknown> | null }[] }
