import { Trans, useLingui } from '@lingui/react/macro'
import { todayIn } from '../../../contract/kernel/time.ts'
import { formatTime, formatWallDate, formatWallTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { Segmented } from '../../ui/segmented.tsx'
import type { Ending } from './closing.ts'
import type { ShownVisit } from './queries.ts'
import type { VisitFacts } from './visit-facts.ts'
import { VisitLink } from './visit-row.tsx'
import { wallInList } from './visit-wall.ts'
import { OtherWall, PaymentWord } from './visit-words.tsx'

/** One past appointment: time, patient, doctor, unpaid money, and its ending. */
export function CloseRow({
  visit,
  facts,
  value,
  options,
  onChange,
}: {
  visit: ShownVisit
  facts: VisitFacts
  value: Ending
  options: readonly Ending[]
  onChange: (ending: Ending) => void
}) {
  const { t } = useLingui()
  const { now } = useDevice()
  const { zone, start, patientName } = visit
  const isToday = todayIn(zone, Date.parse(start)) === todayIn(zone, now())
  const wall = wallInList(visit)
  const words: Record<Ending, string> = {
    complete: t`Was here`,
    'no-show': t`Did not come`,
    open: t`Leave open`,
  }
  return (
    <li>
      <b className="close-time">
        {!isToday && <span className="sm dim">{formatWallDate(wall.date)} </span>}
        {formatWallTime(wall.time)}
        <OtherWall wall={wall} />
      </b>
      <span className="close-who">
        <b>
          <VisitLink visit={visit} name={patientName} />
        </b>
        <span className="sm dim">
          {facts.doctorOf(visit).name} · <PaymentWord visit={visit} />
          {visit.arrivedAt && (
            <>
              {' · '}
              <Trans>Arrived {formatTime(visit.arrivedAt, zone)}</Trans>
            </>
          )}
        </span>
      </span>
      <Segmented
        label={t`Outcome: ${patientName}`}
        value={value}
        onChange={onChange}
        options={options.map((each) => ({ value: each, label: words[each] }))}
      />
    </li>
  )
}
