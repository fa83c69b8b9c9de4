import { useEffect } from 'react'
import * as v from 'valibot'
import { GeneralSettings, SETTING_DEFAULTS, settingCalls } from '../../contract/setting/setting.ts'
import { call } from '../api/call.ts'
import type { Database } from '../db/database.ts'
import { keepReplies } from '../sync/keep-replies.ts'
import { afterFirstScreen } from './first-screen.ts'

const KEY = 'setting'
const REFRESH_MS = 10 * 60_000

/** The platform's settings, and whether it takes cards; true until it has said so. */
const ServerSettings = v.object({ ...GeneralSettings.entries, cards: v.optional(v.boolean(), true) })
export type ServerSettings = v.InferOutput<typeof ServerSettings>

/** The platform's settings as this device last received them. */
export async function readServerSettings(db: Database): Promise<ServerSettings> {
  // a reply stored by an older build lacks newer settings
  const reply = (await db.replies.get(KEY))?.reply
  const kept = v.safeParse(
    ServerSettings,
    typeof reply === 'object' ? { ...SETTING_DEFAULTS.setting, ...reply } : reply,
  )
  return kept.success ? kept.output : { ...SETTING_DEFAULTS.setting, cards: true }
}

/** Fetches them when the app opens, every ten minutes and when the app returns to the front. */
export function useFreshServerSettings(db: Database) {
  useEffect(() => {
    // if the database closes before the answer, whoever opens it next fetches it
    const ask = () => void refreshServerSettings(db).catch((error: unknown) => db.isOpen() && reportError(error))
    const onVisibility = () => document.visibilityState === 'visible' && ask()
    const callOff = afterFirstScreen(ask)
    const timer = setInterval(ask, REFRESH_MS)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      callOff()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [db])
}

/** Fetches the general settings from the server and stores them; without a network the stored ones stay. */
export async function refreshServerSettings(db: Database): Promise<void> {
  const outcome = await call(settingCalls['setting.list'], { idList: ['setting'] })
  if (outcome.kind !== 'done' || !db.isOpen()) return
  const general = outcome.reply.settings.find((group) => group.id === 'setting')
  if (general) await keepReplies(db, [{ key: KEY, at: Date.now(), reply: { ...general.data, cards: general.cards } }])
}
