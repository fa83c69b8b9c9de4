import { readSession } from './session.ts'

/** Who takes a person off this device when the server says so; set once by the page and by the worker (TRUST D18). */
let wipe: ((person: string) => Promise<void>) | null = null
export const onWipe = (act: (person: string) => Promise<void>) => void (wipe = act)

/** What the server is being asked with for people who are not signed in here (`src/sync/ask-left.ts`), and who they are. */
export const sealedOf = new Map<string, string>()

/** The server has answered this token with the word to empty its device. Whoever has signed in here since is not meant. */
export async function hearWipe(token: string): Promise<void> {
  const found = await readSession()
  const person = found?.token === token ? found.person.id : sealedOf.get(token)
  if (person) await wipe?.(person)
}
