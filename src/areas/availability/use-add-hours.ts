import { useLingui } from '@lingui/react/macro'
import type { Input } from '../../../contract/calls.ts'
import { messages } from '../../i18n/messages.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { useDevice } from '../../screen/device.ts'
import { useSayWhere, useTakeBack } from '../../screen/say-saved.ts'
import { showToast } from '../../ui/toast.ts'
import { addHours, type ClockAndCurrency } from './commands.ts'
import { daysInWords, spanOf } from './hours-spans.ts'

type New = { readonly hours: Omit<Input<'availability.add'>, 'id'>; readonly facts: ClockAndCurrency }

/** Adds several hours at once with one undo. False if the device has no room for all of them; then none is added. */
export function useAddHours(): (all: readonly New[]) => Promise<boolean> {
  const device = useDevice()
  const language = useLanguage()
  const sayWhere = useSayWhere()
  const takeBack = useTakeBack()
  const { i18n } = useLingui()
  return async (all) => {
    const made: string[] = []
    try {
      for (const { hours, facts } of all) made.push(await addHours(device, hours, facts))
    } catch (error) {
      if (!isNotSaved(error)) throw error
      await takeBack(...made)
      showToast({ kind: 'failed', title: i18n._(messages.not_saved) })
      return false
    }
    const last = made.at(-1)
    if (last)
      sayWhere(last, all.map(({ hours }) => `${daysInWords(hours.days, language)} ${spanOf(hours)}`).join(', '), made)
    return true
  }
}
