import type { MessageDescriptor } from '@lingui/core'
import { CANCEL_HOURS, HORIZON_DAYS, LEAD_MINUTES, TRANSFER_EARLIEST_HOURS } from '../../contract/kernel/constants.ts'
import type { GeneralSettings } from '../../contract/setting/setting.ts'

type Limits = Pick<GeneralSettings, 'cancelHours' | 'horizonDays' | 'leadMinutes' | 'transferEarliestHours'>

let limits: Limits = {
  cancelHours: CANCEL_HOURS,
  horizonDays: HORIZON_DAYS,
  leadMinutes: LEAD_MINUTES,
  transferEarliestHours: TRANSFER_EARLIEST_HOURS,
}

/**
 * Stores the deadlines that the platform has set, for the texts that name them. Until then the contract's defaults are
 * used.
 */
export function holdLimits(set: Limits): void {
  limits = set
}

/**
 * A text that names a deadline, with the deadline as it is set when the text is shown. `leadHours` is the notice in
 * hours, or 0 if that is no whole number: then the text names the minutes.
 */
export const withLimits = (text: MessageDescriptor): MessageDescriptor => ({
  ...text,
  get values() {
    const { cancelHours, horizonDays, leadMinutes, transferEarliestHours } = limits
    const leadHours = leadMinutes % 60 === 0 ? leadMinutes / 60 : 0
    return { cancelHours, horizonDays, leadMinutes, leadHours, transferEarliestHours }
  },
})
