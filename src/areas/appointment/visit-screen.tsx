import './visit.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { isUnconfirmed, stateOf } from '../../../contract/appointment/appointment.rules.ts'
import { textIn } from '../../../contract/visittype/visittype.rules.ts'
import { formatDay, formatMinutes, formatTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { pickText } from '../../i18n/multilingual.ts'
import { VisitComment } from '../comment/visit-comment.tsx'
import { RecordHistory } from '../audit/record-history.tsx'
import { useBranches, useDoctors } from '../doctor/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { useEntriesOf } from '../../screen/queries-waiting.ts'
import { VisitBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useMinute } from '../../ui/minute-clock.ts'
import { MoveDialog } from './move-dialog.tsx'
import { ConfirmedMark } from './confirmed-mark.tsx'
import { VisitTypeInstructions } from '../visittype/visit-type-instructions.tsx'
import { OverrideMarks } from './override-marks.tsx'
import type { ShownVisit } from './queries.ts'
import { useVisitAnywhere } from './queries-anywhere.ts'
import { useVisitActions } from './visit-actions.tsx'
import type { VisitAction } from './visit-acts.tsx'
import { FromServer, VisitBeyond } from './visit-beyond.tsx'
import { VisitCare } from './visit-care.tsx'
import { VisitCards } from './visit-cards.tsx'
import { VisitNotes } from './visit-notes.tsx'
import { ChangeMark } from './visit-row.tsx'
import { VisitSteps } from './visit-steps.tsx'

const route = getRouteApi('/signed-in/appointment/$id')

/** One visit: its state, people, money, texts, and acts (SCREENS B1 "Detail"). */
export function VisitScreen() {
  const { id } = route.useParams()
  const found = useVisitAnywhere(id)
  const { visit, at } = found
  if (!visit) return <VisitBeyond found={found} />
  return (
    <>
      <FromServer since={at} />
      <Visit key={visit.id} visit={visit} />
    </>
  )
}

function Visit({ visit }: { visit: ShownVisit }) {
  const { t } = useLingui()
  const { now, person } = useDevice()
  const language = useLanguage()
  const doctor = useDoctors()?.get(visit.doctorId)
  const branch = useBranches()?.get(doctor?.branchId ?? '')
  const entries = useEntriesOf(`appointment:${visit.id}`)
  const [moving, setMoving] = useState(useLocation().hash === 'move')
  const { actionsOf, dialogs } = useVisitActions({ onMove: () => setMoving(true) })
  useMinute()
  const actions = actionsOf(visit)
  const lead = leadOf(actions, person.type === 'patient' && isUnconfirmed(visit, now()))
  const main = actions.filter((action) => action === lead || action.id === 'cancel' || action.id === 'move')
  const rest = actions.filter((action) => !main.includes(action) && action.id !== 'open' && action.id !== 'pay')
  const tentative = entries?.some((entry) => entry.call === 'appointment.book')
  const doctorName = [doctor?.title, doctor?.name].filter(Boolean).join(' ')
  const specialty = branch ? pickText(branch.name, language)?.value : null
  return (
    <>
      <section className="card visit-head">
        <div className="row wrap top">
          <div className="grow">
            <h2 className="visit-when">
              {formatDay(visit.date, language)}, {formatTime(visit.start, visit.zone)}{' '}
              <VisitBadge state={tentative ? 'tentative' : stateOf(visit, now())} />{' '}
              {!tentative && <ConfirmedMark visit={visit} />} <OverrideMarks overrides={visit.overrides} />{' '}
              <ChangeMark visit={visit} />
            </h2>
            <p className="dim">
              {[
                visit.patientName,
                doctorName,
                visit.visitType ? textIn(visit.visitType.name, language) : null,
                visit.type === 'online' ? t`online` : t`face to face`,
                formatMinutes(visit.duration, language),
                specialty,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {tentative ? (
              <p className="sm">
                <Trans>
                  Not confirmed yet: no message has been sent. The time is yours once the server has accepted it.
                </Trans>
              </p>
            ) : null}
          </div>
          <div className="row wrap visit-main">
            {main.map((action) => (
              <Button
                key={action.id}
                look={action === lead ? 'primary' : action.danger ? 'danger' : 'default'}
                whyDisabled={action.whyDisabled}
                showWhy={action === lead}
                onClick={action.onSelect}
              >
                {action.icon}
                {action.label}
              </Button>
            ))}
          </div>
        </div>
        <VisitSteps visit={visit} />
        <div className="row wrap visit-rest">
          {rest.map(({ id, label, icon, whyDisabled, onSelect }) => (
            <Button key={id} small whyDisabled={whyDisabled} showWhy={false} onClick={onSelect}>
              {icon}
              {label}
            </Button>
          ))}
        </div>
      </section>
      <VisitTypeInstructions type={visit.visitType} />
      <VisitComment visit={visit} doctorName={doctorName} />
      <div className="visit-grid">
        <VisitCards
          visit={visit}
          doctorName={doctorName}
          specialty={specialty ?? null}
          notes={<VisitNotes visit={visit} />}
        />
      </div>
      <VisitCare visit={visit} />
      <RecordHistory table="appointment" id={visit.id} />
      {moving ? <MoveDialog visit={visit} onClose={() => setMoving(false)} /> : null}
      {dialogs}
    </>
  )
}

/**
 * The primary act: a patient who is asked confirms; a desk checks in, then completes. If only the later act is
 * possible, it is the primary one.
 */
function leadOf(actions: readonly VisitAction[], isAsked: boolean): VisitAction | undefined {
  const next = [...(isAsked ? ['confirm'] : []), 'arrive', 'complete'].flatMap(
    (id) => actions.find((action) => action.id === id) ?? [],
  )
  return next.find(({ whyDisabled }) => !whyDisabled) ?? next[0]
}
