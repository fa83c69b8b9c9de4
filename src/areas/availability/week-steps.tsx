import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays } from '../../../contract/kernel/time.ts'
import { formatSpan, formatWallDate } from '../../i18n/format.ts'
import { IconButton } from '../../ui/button.tsx'
import type { AvailabilityState } from './state.ts'

/** The week shown, with buttons for the one before and after it. */
export function WeekSteps({ state }: { state: AvailabilityState }) {
  const { t } = useLingui()
  const { monday } = state
  return (
    <span className="row">
      <IconButton
        look="quiet"
        label={t`Previous week`}
        icon={<ChevronLeft />}
        onClick={() => state.set({ day: addDays(monday, -7) })}
      />
      <span className="nowrap">{formatSpan(formatWallDate(monday), formatWallDate(addDays(monday, 6)))}</span>
      <IconButton
        look="quiet"
        label={t`Next week`}
        icon={<ChevronRight />}
        onClick={() => state.set({ day: addDays(monday, 7) })}
      />
    </span>
  )
}
