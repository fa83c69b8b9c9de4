import type { Input } from '../../../contract/calls.ts'
import type { Language } from '../../../contract/kernel/constants.ts'
import { profileCalls } from '../../../contract/profile/profile.ts'
import { call } from '../../api/call.ts'
import { sendAs, type JsonObject } from '../../api/http.ts'
import { readSession } from '../../api/session.ts'
import { chooseLocale, fetchWords } from '../../i18n/locale.ts'
import type { Device } from '../../screen/device.ts'
import { drawAnew } from '../../screen/draw-anew.ts'
import { hasUnsaved } from '../../screen/unsaved.ts'
import { queueChange } from '../../sync/queue.ts'
import { readProfileLanguage } from './queries-language.ts'

/** Changes one's own record, offline too; returns the entry's id. Throws `NotSaved` if the device has no room. */
export const changeProfile = (device: Device, fields: Omit<Input<'profile.update'>, 'id'>) =>
  queueChange(device, 'profile.update', { id: device.person.id, ...fields })

/**
 * Changes the language: stores it in the profile for the other devices, shows it, and reloads the page in it (SPEC §6).
 * A shared device does not reload, since that would lose the key and lock it (TRUST D17): its screens start again in
 * the language, or, if something is unsaved, only their words change. Of several quick choices the last one wins.
 */
export async function changeLanguage(device: Device, lang: Language): Promise<void> {
  wanted = lang
  const mine = turn.then(() => (wanted === lang ? takeLanguage(device, lang) : undefined))
  turn = mine.catch(() => undefined)
  await mine
  if (wanted !== lang) return
  if (!device.session.shared) return location.reload()
  if (!hasUnsaved()) drawAnew()
}

let wanted: Language | null = null
let turn: Promise<unknown> = Promise.resolve()

/**
 * Shows the language once it is stored, so that a page closed right after it appears has lost nothing (I2). Without
 * room to store it, this page shows it anyway.
 */
async function takeLanguage(device: Device, lang: Language) {
  await fetchWords(lang)
  try {
    if ((await readProfileLanguage(device)) !== lang) await changeProfile(device, { lang })
  } finally {
    await chooseLocale(lang)
  }
}

/** Changes email and identity number, with the password; on the server only (SCREENS B2). */
export const secureProfile = (input: Input<'profile.secure'>) => call(profileCalls['profile.secure'], input)

export const closeAccount = (password: string) => call(profileCalls['profile.close'], { password })

/** Everything the server has about this person that they may see; null without a network. */
export async function fetchOwnData(): Promise<JsonObject | null> {
  const answer = await sendAs(await readSession())({ method: 'GET', url: '/api/profile/data' })
  return answer.kind === 'answer' && answer.status === 200 ? answer.body : null
}
