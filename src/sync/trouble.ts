import type { Response_, Send } from '../api/http.ts'

/**
 * Why something waits, in one word: the server cannot be reached; it is busy; something in between answers in its
 * place; or the line has stalled. A closed list (STYLE 18).
 */
export type Trouble = 'network' | 'busy' | 'between' | 'slow'

/**
 * The same network, and the trouble it last met: while sending, otherwise while fetching. Null if everything was
 * answered.
 */
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
