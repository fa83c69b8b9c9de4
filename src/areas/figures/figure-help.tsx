import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Figure } from '../../../contract/figures/figures.rules.ts'
import type { FigureLine } from '../../../contract/figures/figures.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'

/** Exactly how a figure is counted, where it stands. */
export function FigureHelp({ figure, whole }: { figure: Figure; whole: FigureLine }) {
  return (
    <details className="figure-help">
      <summary>
        <Trans>How this is counted</Trans>
      </summary>
      {useHelp(figure)}
      <Beside figure={figure} whole={whole} />
    </details>
  )
}

function useHelp(figure: Figure): ReactNode {
  const isDoctor = useDevice().person.type === 'doctor'
  switch (figure) {
    case 'utilisation':
      return (
        <>
          <p>
            <Trans>
              Booked minutes out of offered minutes. Offered are the times of the hours that could be booked: without
              those that a closure, an absence or a connected calendar touches, without what is left over at the end of
              the hours, and only while the hours were active. Booked are those of them with an appointment that is not
              cancelled, no-shows included.
            </Trans>
          </p>
          <p>
            <Trans>
              Minutes count on the day and weekday on which they pass, also after midnight. Hours that are offered both
              online and face to face count in both lines, and once in all. Hours count as they are entered today, and
              connected calendars are only known for recent and coming days.
            </Trans>
          </p>
        </>
      )
    case 'missed':
      return (
        <p>
          <Trans>
            No-shows out of the appointments of which it is known whether the patient came: completed, checked in, or
            marked as a no-show. Cancelled appointments are not among them.
          </Trans>
        </p>
      )
    case 'cancelled':
      return (
        <p>
          <Trans>
            Cancelled appointments out of all that were booked for these days, whoever cancelled them, also those that
            ended because they were not paid. An appointment that was moved is not cancelled; it counts on its new day.
          </Trans>
        </p>
      )
    case 'lead':
      return (
        <p>
          <Trans>
            The median of the days from booking to the appointment: half of the appointments were booked at most this
            long ahead. Cancelled appointments, and those that were entered afterwards, do not count.
          </Trans>
        </p>
      )
    case 'first':
      return (
        <p>
          {isDoctor ? (
            <Trans>
              Appointments of patients who had none with you in this clinic before, out of all that are neither
              cancelled nor missed. A patient is new once.
            </Trans>
          ) : (
            <Trans>
              Appointments of patients who had none in the clinic before, with any doctor, out of all that are neither
              cancelled nor missed. A patient is new once.
            </Trans>
          )}
        </p>
      )
  }
}

/** What is left out of a figure, in numbers. */
function Beside({ figure, whole }: { figure: Figure; whole: FigureLine }) {
  const language = useLanguage()
  const hours = formatNumber(Math.round(whole.outsideMinutes / 6) / 10, language)
  if (figure === 'utilisation' && whole.outsideMinutes > 0)
    return (
      <p>
        <Trans>Outside of what was offered, {hours} h more were booked.</Trans>
      </p>
    )
  if (figure === 'missed' && whole.open > 0)
    return (
      <p>
        <Plural
          value={whole.open}
          one="# appointment is over without anyone having said whether the patient came."
          other="# appointments are over without anyone having said whether the patients came."
        />
      </p>
    )
  return null
}
