import { newId } from '../../../contract/kernel/id.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area } from '../../http/handler.ts'
import { readPushKeys } from '../../ports/push/keys.ts'
import { checkEndpoint, PushNotSent, sendPush, type Subscription } from '../../ports/push/send.ts'

export const pushHandlers: Area<'push'> = {
  'push.key': async (_, { deps }) => ({ status: true, key: (await readPushKeys(deps)).publicKey }),

  'push.subscribe': async ({ endpoint, p256dh, auth }, { db, deps, who, now, refuse }) => {
    await checkEndpoint(endpoint, deps).catch((error: unknown) => {
      throw error instanceof PushNotSent ? refuse('push_address') : error
    })
    await db.query('select push_subscribe($1, $2, $3, $4, $5, $6)', [
      newId(now),
      who.sessionHash,
      endpoint,
      p256dh,
      auth,
      new Date(now),
    ])
    return { status: true }
  },

  'push.unsubscribe': async ({ endpoint }, { db }) => {
    await db.query('select push_unsubscribe($1)', [endpoint])
    return { status: true }
  },

  'push.test': async ({ endpoint }, { db, deps, who, refuse }) => {
    const { rows } = await db.query<Subscription>('select * from push_own($1)', [endpoint])
    if (!rows[0]) return refuse('push_not_found')
    const wait = await deps.limits.spend('upload', who.id)
    if (wait) throw new Refused('too_many_tries', { seconds: wait }, 429)
    try {
      await sendPush(deps, await readPushKeys(deps), rows[0], { event: 'test', url: '/profile?tab=notifications' }, 600)
    } catch (error) {
      if (!(error instanceof PushNotSent)) throw error
      return refuse(
        error.reason === 'gone'
          ? 'push_not_found'
          : error.reason === 'not_allowed'
            ? 'push_address'
            : 'third_party_failure',
      )
    }
    return { status: true }
  },
}
