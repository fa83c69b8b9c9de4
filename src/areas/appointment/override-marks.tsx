import { useLingui } from '@lingui/react/macro'
import { BetweenVerticalStart, Footprints, History, Hourglass, Moon, type LucideIcon } from 'lucide-react'
import { Fragment } from 'react'
import type { Override } from '../../../contract/appointment/appointment.overrides.ts'
import { Note } from '../../ui/note.tsx'
import { OVERRIDE_WORDS } from './override-words.ts'

/**
 * The rules of times that a visit breaks because the desk or the doctor allowed it, each with its shape (decision
 * 0138).
 */
export function OverrideMarks({ overrides }: { overrides: readonly Override[] | undefined }) {
  const words = useOverrideWords()
  return overrides?.map((each) => {
    const Icon = ICONS[each]
    return (
      <Fragment key={each}>
        {' '}
        <span className="badge plain" data-override={each}>
          <Icon aria-hidden="true" size={14} />
          {words(each)}
        </span>
      </Fragment>
    )
  })
}

const ICONS: Readonly<Record<Override, LucideIcon>> = {
  off_hours: Moon,
  longer: Hourglass,
  squeeze_in: BetweenVerticalStart,
  past: History,
  walk_in: Footprints,
}

/** The same as text. */
export function useOverrideWords(): (override: Override) => string {
  const { i18n } = useLingui()
  return (override) => i18n._(OVERRIDE_WORDS[override])
}

/** The confirmations before rules are broken, each as its own warning. `time` is the time as shown. */
export function OverrideQuestions({ overrides, time }: { overrides: readonly Override[]; time: string }) {
  const { t } = useLingui()
  const questions: Readonly<Record<Override, string>> = {
    past: t`${time} has passed. Enter it afterwards?`,
    squeeze_in: t`${time} is taken. Book beside it?`,
    off_hours: t`The doctor has no hours at ${time}. Book anyway?`,
    longer: t`This is longer than the doctor’s usual time. Book anyway?`,
    walk_in: t`The patient is here now.`,
  }
  return overrides.map((each) => <Note key={each} tone="to-close" title={questions[each]} />)
}
