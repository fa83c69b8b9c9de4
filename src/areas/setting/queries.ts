import { SETTING_IDS, settingCalls, type Setting } from '../../../contract/setting/setting.ts'
import { call } from '../../api/call.ts'
import { useAnswer, type Answer } from '../../screen/use-answer.ts'

/**
 * All groups of settings from the server. They are not stored on the device, since they are changed online only
 * (SCREENS B26).
 */
export function useSettings(): Answer<{ readonly settings: readonly Setting[] }> {
  return useAnswer(() => call(settingCalls['setting.list'], { idList: [...SETTING_IDS] }), 'settings')
}
