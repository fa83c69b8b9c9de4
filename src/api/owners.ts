import { maskedName } from '../../contract/kiosk/kiosk.rules.ts'
import { changeInSessionStore, inSessionStore } from './session-store.ts'
import type { SessionRecord } from './session-record.ts'

/**
 * People who have signed in on this device, remembered beyond their session, so that a sign-in page can say whose work
 * waits here: staff by name, patients by first name and initial. Removed with the last of their work
 * (`src/sync/waiting-here.ts`).
 */
export type Owner = {
  readonly person: string
  readonly name: string
  /**
   * Until when their records may stay here, epoch ms: seven days after the server last accepted their token (rule 89),
   * by the device's clock and by the server's.
   */
  readonly until: number
  readonly untilThere: number
}

export const keepOwner = ({ person, expiresAt, offset }: SessionRecord): Promise<unknown> =>
  inSessionStore('readwrite', (store) =>
    store.put(
      {
        person: person.id,
        name: person.type === 'patient' ? maskedName(person.name) : person.name,
        until: expiresAt,
        untilThere: expiresAt + offset,
      } satisfies Owner,
      PREFIX + person.id,
    ),
  )

export const keepUntil = (person: string, until: number, offset: number): Promise<unknown> =>
  changeInSessionStore<Owner>(PREFIX + person, (owner) => owner && { ...owner, until, untilThere: until + offset })

export const readOwners = (): Promise<readonly Owner[]> =>
  inSessionStore('readonly', (store) => store.getAll(IDBKeyRange.bound(PREFIX, `${PREFIX}\uffff`)))

export const forgetOwner = (person: string): Promise<unknown> =>
  inSessionStore('readwrite', (store) => store.delete(PREFIX + person))

const PREFIX = 'owner '
