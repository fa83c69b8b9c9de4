import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ShownVisit } from '../appointment/queries.ts'
import { formatDate, formatDateTime } from '../i18n/format.ts'
import { changeOf, RecordChange } from '../shell/change-tag.tsx'
import { useDevice } from '../shell/device.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { useBranchName } from './care-sign.tsx'
import type { ShownRecipe } from './queries.ts'
import { RecipeDetail } from './recipe-detail.tsx'

/** Recipes, each of which opens (SCREENS B10). */
export function RecipeList({
  label,
  recipes,
  visits,
}: {
  label: string
  recipes: readonly ShownRecipe[]
  visits: readonly ShownVisit[]
}) {
  const { zone } = useDevice()
  const branchOf = useBranchName()
  const [open, setOpen] = useState<string | null>(null)
  const opened = recipes.find(({ id }) => id === open)
  const visitOf = new Map(visits.map((visit) => [visit.id, visit]))
  const columns: readonly Column<ShownRecipe>[] = [
    {
      id: 'date',
      head: <Trans>Date</Trans>,
      card: 'time',
      cell: ({ createdAt }) => <span className="nowrap">{formatDate(createdAt, zone)}</span>,
    },
    {
      id: 'drugs',
      head: <Trans>Drugs</Trans>,
      card: 'title',
      cell: ({ id, lines }) => (
        <button type="button" className="care-open" onClick={() => setOpen(id)}>
          <span className="care-clip">{lines.map(({ drug }) => drug).join(', ')}</span>
        </button>
      ),
    },
    { id: 'doctor', head: <Trans>Doctor</Trans>, card: 'detail', cell: ({ doctorName }) => doctorName },
    {
      id: 'branch',
      head: <Trans>Branch</Trans>,
      card: 'detail',
      priority: 3,
      cell: ({ doctorId }) => branchOf(doctorId),
    },
    {
      id: 'visit',
      head: <Trans>Appointment</Trans>,
      priority: 3,
      cell: ({ appointmentId }) => {
        const visit = visitOf.get(appointmentId ?? '')
        return visit ? <span className="nowrap">{formatDateTime(visit.start, visit.zone)}</span> : null
      },
    },
    { id: 'count', head: <Trans>Items</Trans>, end: true, priority: 2, cell: ({ lines }) => lines.length },
    {
      id: 'note',
      head: <Trans>Note</Trans>,
      priority: 2,
      cell: ({ note }) => <span className="care-clip">{note}</span>,
    },
  ]
  return (
    <>
      <Table
        label={label}
        rows={recipes}
        keyOf={({ id }) => id}
        columns={columns}
        markOf={changeOf}
        tagOf={(recipe) => <RecordChange of={recipe} />}
      />
      {opened && <RecipeDetail recipe={opened} onClose={() => setOpen(null)} />}
    </>
  )
}
