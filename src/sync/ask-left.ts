import { sessionCalls } from '../../contract/session/session.ts'
import { sendAs } from '../api/http.ts'
import { readLeft } from '../api/left.ts'
import { readSession } from '../api/session.ts'
import { sealedOf } from '../api/wipe.ts'

/**
 * Asks the server, for each person whose records lie sealed here while they are not signed in, whether they want this device wiped; those of
 * whom it says so are gone when this resolves (TRUST D18). Without a network nothing happens; it is asked again.
 */
export async function askLeft(): Promise<void> {
  const session = await readSession()
  // of whoever is here and has not locked this device their own requests tell
  const here = session?.token ? session.person.id : null
  const { method, path } = sessionCalls['session.user']
  await Promise.all(
    (await readLeft())
      .filter(({ person }) => person !== here)
      .map(async ({ person, hash }) => {
        sealedOf.set(hash, person)
        await sendAs({ token: hash, session: '' })({ method, url: path })
        sealedOf.delete(hash)
      }),
  )
}
