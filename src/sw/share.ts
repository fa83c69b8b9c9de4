import { newId } from '../../contract/kernel/id.ts'
import { MOST_WAITING } from '../../contract/patient/patient-file.ts'
import { readSession } from '../api/session.ts'
import { withDatabase } from '../db/database.ts'
import { isShared, nameOfShared, packShared, type WhyNotShared } from '../areas/patient-file/shared.ts'
import { isStorageError } from '../sync/storage.ts'

/**
 * Takes files that another app shares with this one, and redirects to where they are: among the drafts of the person
 * signed in, whose records they may become. If no one is signed in, or on a shared device, it stores nothing.
 */
export async function takeShare(request: Request): Promise<Response> {
  const answer = await keep(request).catch((error: unknown) => (isStorageError(error) ? 'full' : 'failed'))
  return Response.redirect(answer.startsWith('/') ? answer : `/share?why=${answer}`, 303)
}

async function keep(request: Request): Promise<WhyNotShared | `/${string}`> {
  const session = await readSession()
  if (!session) return 'signed-out'
  if (session.person.type === 'admin') return 'admin'
  if (session.shared) return 'shared-device'
  const files = (await request.formData()).getAll('files').filter((each) => typeof each !== 'string')
  if (!files.length) return 'nothing'
  if (files.length > MOST_WAITING) return 'many'
  const packed = await Promise.all(files.map(packShared))
  return withDatabase(session.person.id, async (db) => {
    const waiting = await db.drafts.filter(({ name }) => isShared(name)).count()
    if (waiting + files.length > MOST_WAITING) return 'many'
    await db.drafts.bulkPut(packed.map((value) => ({ name: nameOfShared(newId()), value })))
    return session.person.type === 'patient' ? '/patient/files' : '/patient-list'
  })
}
