import type { SettingChange, SettingId } from '../../../contract/setting/setting.ts'
import { settingCalls } from '../../../contract/setting/setting.ts'
import { call, callOn } from '../../api/call.ts'

/** Saves these settings, compared with the version on the screen. */
export const saveSetting = (id: SettingId, version: number, data: SettingChange) =>
  callOn(settingCalls['setting.update'], { id, data }, version)

/** Sends a test message to the person who asks for it. */
export const sendTest = (by: 'mail' | 'sms') => call(settingCalls['setting.test'], { by })
