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

/** Changes one's own record, offline too; answers the entry's id. Throws `NotSaved` where the device has no room. */
export const changeProfile = (device: Device, fields: Omit<Input<'profile.update'>, 'id'>) =>
  queueChange(device, 'profile.update', { id: device.person.id, ...fields })

/**
 * Another language: kept in the profile for the other devices, shown, and the page starts again in it (SPEC §6). On a device that
 * several share the page keeps standing, since with it the key would go and the device be locked (TRUST D17): the screens in it starts again,
 * or where something is unsaved, only their words change. Of several choices in quick succession the last one counts.
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

/** Shown once it is kept: a page that ends as soon as it is seen has lost nothing (I2). Without room to keep it, this page has it all the same. */
async function takeLanguage(device: Device, lang: Language) {
  await fetchWords(lang)
  try {
    if ((await readProfileLanguage(device)) !== lang) await changeProfile(device, { lang })
  } finally {
    await chooseLocale(lang)
  }
}

/** E-mail and identity number, with the password; on the server only (SCREENS B2). */
export const secureProfile = (input: Input<'profile.secure'>) => call(profileCalls['profile.secure'], input)

export const closeAccount = (password: string) => call(profileCalls['profile.close'], { password })

/** All the server has of this person and they may see; null without a network. */
export async function fetchOwnData(): Promise<JsonObject | null> {
  const answer = await sendAs(await readSession())({ method: 'GET', url: '/api/profile/data' })
  return answer.kind === 'answer' && answer.status === 200 ? answer.body : null
}
