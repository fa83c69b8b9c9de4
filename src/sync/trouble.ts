import type { Response_, Send } from '../api/http.ts'

/**
 * Why something waits, in one word: nothing is reached; the server has no time; something between here and the server answers in its place; or
 * the line stands still. The list is closed (STYLE 18).
 */
export type Trouble = 'network' | 'busy' | 'between' | 'slow'

/** The same network, and what it last met: on the way up, else on the way down. Null where all was answered. */
export function watchTrouble(send: Send): { readonly send: Send; readonly trouble: () => Trouble | null } {
  const last: { up: Trouble | null; down: Trouble | null } = { up: null, down: null }
  return {
    send: async (request) => {
      const response = await send(request)
      last[request.method === 'GET' ? 'down' : 'up'] = troubleOf(response)
      return response
    },
    trouble: () => last.up ?? last.down,
  }
}

function troubleOf(response: Response_): Trouble | null {
  if (response.kind === 'answer') return response.status === 429 || response.status >= 500 ? 'busy' : null
  if (response.why === 'stalled') return 'slow'
  if (response.why !== 'between') return 'network'
  // a proxy whose server does not answer says so in its own words
  return response.status !== undefined && response.status >= 500 && response.status !== 511 ? 'busy' : 'between'
}
