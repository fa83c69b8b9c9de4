import { sessionCalls } from '../../contract/session/session.ts'
import { sendAs } from '../api/http.ts'
import { readLeft } from '../api/left.ts'
import { readSession } from '../api/session.ts'
import { sealedOf } from '../api/wipe.ts'

/**
 * Asks the server, for each person whose encrypted records are here while they are not signed in, whether they want
 * this device wiped, and wipes where it says so (TRUST D18). Resolves after that. Does nothing without a network; the
 * caller asks again later.
 */
export async function askLeft(): Promise<void> {
  const session = await readSession()
  // the requests of the person who works here, unlocked, learn of a wipe by themselves
  const signedInId = session?.token ? session.person.id : null
  const { method, path } = sessionCalls['session.user']
  await Promise.all(
    (await readLeft())
      .filter(({ person }) => person !== signedInId)
      .map(async ({ person, hash }) => {
        sealedOf.set(hash, person)
        await sendAs({ token: hash, session: '' })({ method, url: path })
        sealedOf.delete(hash)
      }),
  )
}
