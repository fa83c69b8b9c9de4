import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ShownVisit } from '../../areas/appointment/queries.ts'
import { listedStart } from '../../areas/appointment/visit-wall.ts'
import { VisitType } from '../../areas/appointment/visit-words.tsx'
import type { useFiles } from '../../areas/patient-file/queries.ts'
import type { ShownNote } from '../../areas/patient/queries-notes.ts'
import type { useRecipes } from '../../areas/recipe/queries.ts'
import type { useReports } from '../../areas/report/queries.ts'
import { formatDate } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import type { PATIENT_TABS } from '../../screen/search.ts'
import { Card } from '../../ui/card.tsx'

type Of<Use extends (id: string) => unknown> = NonNullable<ReturnType<Use>> | undefined
type GlanceProps = {
  patientId: string
  /** Newest first, like the rest. */
  visits: readonly ShownVisit[] | undefined
  notes: readonly ShownNote[] | undefined
  recipes: Of<typeof useRecipes>
  reports: Of<typeof useReports>
  files: Of<typeof useFiles>
}

/** The last and the next visit, and the newest notes, advice, tests and files, with links to all of them. */
export function PatientGlance({ patientId, visits, notes, recipes, reports, files }: GlanceProps) {
  const { person, now, zone } = useDevice()
  const reads = person.type !== 'admin'
  const coming = (visits ?? []).filter((visit) => visit.status === 'waiting' && Date.parse(visit.end) > now())
  const past = (visits ?? []).filter((visit) => !coming.includes(visit))
  const part = (tab: Tab, title: ReactNode, rows: readonly Row[] | undefined) => ({ tab, title, rows })
  const parts = [
    part('visits', <Trans>Next appointments</Trans>, visits && coming.toReversed().slice(0, FEW).map(rowOf)),
    part('visits', <Trans>Last appointments</Trans>, visits && past.slice(0, FEW).map(rowOf)),
    ...(reads
      ? [
          part('notes', <Trans>Notes</Trans>, notes?.slice(0, FEW).map(dated(({ text }) => text))),
          part(
            'recipes',
            <Trans>Medication advice</Trans>,
            recipes?.slice(0, FEW).map(dated(({ lines }) => lines.map(({ drug }) => drug).join(', '))),
          ),
          part('reports', <Trans>Reports</Trans>, reports?.slice(0, FEW).map(dated(({ title }) => title))),
          part('files', <Trans>Files</Trans>, files?.slice(0, FEW).map(dated(({ title }) => title))),
        ]
      : []),
  ]
  return (
    <Card title={<Trans>At a glance</Trans>} className="whole">
      <div className="glance">
        {parts.map(({ tab, title, rows }, index) => (
          // the parts are fixed and never reordered
          <section key={index}>
            <h3>
              <Link to="/patient/$id" params={{ id: patientId }} search={{ tab }}>
                {title}
              </Link>
            </h3>
            {rows?.length === 0 && (
              <p className="sm dim">
                <Trans context="a part of a patient's record">Nothing is recorded on this device</Trans>
              </p>
            )}
            <ul>
              {rows?.map(({ id, at, words }) => (
                <li key={id} className="sm">
                  {at && <span className="dim">{formatDate(at, zone)} </span>}
                  {words}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  )
}

type Tab = (typeof PATIENT_TABS)[number]
/** `at` is an instant; null if the words contain it. */
type Row = { readonly id: string; readonly at: string | null; readonly words: ReactNode }

const rowOf = (visit: ShownVisit): Row => ({
  id: visit.id,
  at: null,
  words: (
    <>
      <Link to="/appointment/$id" params={{ id: visit.id }}>
        {visit.status === 'cancelled' ? <s>{listedStart(visit)}</s> : listedStart(visit)}
      </Link>{' '}
      <VisitType type={visit.type} />
    </>
  ),
})

const dated =
  <R extends { readonly id: string; readonly createdAt: string }>(words: (row: R) => string) =>
  (row: R): Row => ({ id: row.id, at: row.createdAt, words: <span className="note-line">{words(row)}</span> })

/** How many of each are shown. */
const FEW = 3
