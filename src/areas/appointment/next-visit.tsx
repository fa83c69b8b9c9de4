import { isUnconfirmed } from '../../../contract/appointment/appointment.rules.ts'
import { placeOf } from '../../../contract/clinic/clinic.place.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Route } from 'lucide-react'
import { addDays, daysBetween, todayIn } from '../../../contract/kernel/time.ts'
import { useClinics } from '../clinic/queries.ts'
import { formatDay, formatMinutes, formatMoney, formatWallTime } from '../../i18n/format.ts'
import { numberFormat, relativeFormat } from '../../i18n/formats.ts'
import { intlTag } from '../../../contract/kernel/constants.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, Why } from '../../ui/button.tsx'
import { KeyValues } from '../../ui/card.tsx'
import { textIn } from '../../../contract/visittype/visittype.rules.ts'
import { VisitTypeInstructions } from '../visittype/visit-type-instructions.tsx'
import type { ShownVisit } from './queries.ts'
import type { VisitAction, VisitActionId } from './visit-acts.tsx'
import type { VisitFacts } from './visit-facts.ts'
import { ChangeMark, StateBadge, UndoButton, VisitLink } from './visit-row.tsx'
import { wallOfVisit } from './visit-wall.ts'
import { OtherWall, PaymentWord, TypeWord } from './visit-words.tsx'
import { wayTo } from '../../../contract/clinic/clinic.way.ts'

type NextVisitProps = { visit: ShownVisit; facts: VisitFacts; actions: readonly VisitAction[] }

/** The next visit: the time left, the place, the price, the route, a calendar file, and its acts. */
export function NextVisit({ visit, facts, actions }: NextVisitProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const clinic = useClinics()?.get(visit.clinicId ?? '')
  const wall = wallOfVisit(visit)
  const { name, branch } = facts.doctorOf(visit)
  const place = clinic ? placeOf(clinic) : ''
  const items = [
    ...(visit.type === 'online'
      ? []
      : [{ key: <Trans>Place</Trans>, value: [clinic?.name, place].filter(Boolean).join(', ') }]),
    {
      key: <Trans>Status</Trans>,
      value: (
        <span className="row wrap">
          <StateBadge visit={visit} facts={facts} />
          <ChangeMark visit={visit} />
          <UndoButton visit={visit} />
        </span>
      ),
    },
    {
      key: <Trans>Price</Trans>,
      value: (
        <>
          {formatMoney(visit.price, visit.currency, language)} · <PaymentWord visit={visit} />
        </>
      ),
    },
  ]
  return (
    <section className="next-visit" aria-label={t`Your next appointment`}>
      <div className="next-when">
        <span className="sm">
          <Until visit={visit} />
        </span>
        <h2>
          <DayWord date={wall.date} zone={wall.zone} /> {formatWallTime(wall.time)}
          <OtherWall wall={wall} />
        </h2>
        <span className="sm">
          {formatDay(wall.date, language)}, {formatMinutes(visit.duration, language)}
        </span>
      </div>
      <div className="next-body">
        <div className="row top">
          <Avatar name={name} large />
          <div className="grow">
            <h3 className="next-doctor">
              <VisitLink visit={visit} name={name} />
            </h3>
            <p className="sm dim">
              {branch && `${branch}, `}
              <TypeWord type={visit.type} />
              {visit.visitType && `, ${textIn(visit.visitType.name, language)}`}
            </p>
          </div>
        </div>
        <KeyValues items={items} />
        <VisitTypeInstructions type={visit.visitType} />
        <Acts visit={visit} actions={actions} way={wayTo(clinic)} phone={clinic?.phone ?? null} />
      </div>
    </section>
  )
}

function Acts({
  visit,
  actions,
  way,
  phone,
}: {
  visit: ShownVisit
  actions: readonly VisitAction[]
  way: string | null
  phone: string | null
}) {
  const actionOf = (id: VisitActionId) => actions.find((action) => action.id === id)
  const { now } = useDevice()
  const [join, calendar, move, cancel] = [actionOf('join'), actionOf('calendar'), actionOf('move'), actionOf('cancel')]
  const confirm = isUnconfirmed(visit, now()) ? actionOf('confirm') : undefined
  // one full button: what has to be done before the way is asked for
  const [confirmLook, wayLook] = [join ? 'default' : 'primary', confirm ? '' : ' primary'] as const
  return (
    <>
      <div className="next-acts">
        {join && (
          <Button look="primary" className="wide" whyDisabled={join.whyDisabled} onClick={join.onSelect}>
            {join.icon}
            {join.label}
          </Button>
        )}
        {confirm && (
          <Button look={confirmLook} className="wide" whyDisabled={confirm.whyDisabled} onClick={confirm.onSelect}>
            {confirm.icon}
            {confirm.label}
          </Button>
        )}
        {visit.type === 'face-to-face' && way && (
          <a className={`btn${wayLook} wide`} href={way} target="_blank" rel="noreferrer">
            <Route aria-hidden="true" />
            <Trans>Show the way</Trans>
          </a>
        )}
        {[calendar, move].map(
          (action) =>
            action && (
              <Button key={action.id} whyDisabled={action.whyDisabled} showWhy={false} onClick={action.onSelect}>
                {action.icon}
                {action.label}
              </Button>
            ),
        )}
      </div>
      {cancel && (
        <div className="stack-2">
          <Button block whyDisabled={cancel.whyDisabled} showWhy={false} onClick={cancel.onSelect}>
            {cancel.label}
          </Button>
          {cancel.whyDisabled && (
            <Why>
              {cancel.whyDisabled}{' '}
              {phone && (
                <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className="nowrap">
                  {phone}
                </a>
              )}
            </Why>
          )}
        </div>
      )}
    </>
  )
}

/** The time until it begins, to the minute within a day. */
function Until({ visit }: { visit: ShownVisit }) {
  const { now } = useDevice()
  const language = useLanguage()
  const minutes = Math.ceil((Date.parse(visit.start) - now()) / 60_000)
  if (minutes <= 0) return <Trans>Your appointment is now</Trans>
  if (minutes >= 24 * 60) {
    // Counted in calendar days: seen from Saturday, Monday is not "tomorrow".
    const wall = wallOfVisit(visit)
    const days = daysBetween(todayIn(wall.zone, now()), wall.date)
    const inDays = relativeFormat(intlTag(language), { numeric: 'auto' }).format(days, 'day')
    return <Trans>Your next appointment, {inDays}</Trans>
  }
  const unit = (value: number, name: 'hour' | 'minute') =>
    numberFormat(intlTag(language), { style: 'unit', unit: name, unitDisplay: 'long' }).format(value)
  const hours = Math.floor(minutes / 60)
  const left = [hours > 0 ? unit(hours, 'hour') : null, minutes % 60 > 0 ? unit(minutes % 60, 'minute') : null]
  return <Trans>Your next appointment, in {left.filter(Boolean).join(' ')}</Trans>
}

function DayWord({ date, zone }: { date: number; zone: string }) {
  const { now } = useDevice()
  const language = useLanguage()
  const today = todayIn(zone, now())
  if (date === today) return <Trans>Today</Trans>
  if (date === addDays(today, 1)) return <Trans>Tomorrow</Trans>
  return formatDay(date, language).replace(/[\d.]{1,10}$/, (digits) => digits.slice(0, 6))
}
