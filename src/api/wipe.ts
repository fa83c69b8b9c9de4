import { readSession } from './session.ts'

/** What removes a person from this device when the server says so; the page and the worker set it once (TRUST D18). */
let wipe: ((person: string) => Promise<void>) | null = null
export const onWipe = (act: (person: string) => Promise<void>) => void (wipe = act)

/**
 * Tokens' hashes for which the server is being asked about people not signed in here (`src/sync/ask-left.ts`), and
 * whose they are.
 */
export const sealedOf = new Map<string, string>()

/**
 * The server has answered this token with an order to wipe the device. It does not concern a person who has signed in
 * here since.
 */
export async function hearWipe(token: string): Promise<void> {
  const found = await readSession()
  const person = found?.token === token ? found.person.id : sealedOf.get(token)
  if (person) await wipe?.(person)
}
