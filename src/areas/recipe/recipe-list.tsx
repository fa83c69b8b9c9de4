import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ShownVisit } from '../appointment/queries.ts'
import { changeOf, RecordChange } from '../../screen/change-tag.tsx'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import { CareOpen, useCareColumns } from './care-columns.tsx'
import { useBranchName } from './care-sign.tsx'
import type { ShownRecipe } from './queries.ts'
import { RecipeDetail } from './recipe-detail.tsx'

/** Recipes; a press opens one (SCREENS B10). */
export function RecipeList({
  label,
  recipes,
  visits,
}: {
  label: string
  recipes: readonly ShownRecipe[]
  visits: readonly ShownVisit[]
}) {
  const { date, doctor, visit } = useCareColumns<ShownRecipe>(visits)
  const branchOf = useBranchName()
  const [open, setOpen] = useState<string | null>(null)
  const opened = recipes.find(({ id }) => id === open)
  const columns: readonly Column<ShownRecipe>[] = [
    date,
    {
      id: 'drugs',
      head: <Trans>Medicines</Trans>,
      card: 'title',
      cell: ({ id, lines }) => <CareOpen name={lines.map(({ drug }) => drug).join(', ')} onOpen={() => setOpen(id)} />,
    },
    doctor,
    {
      id: 'branch',
      head: <Trans>Specialty</Trans>,
      card: 'detail',
      priority: 3,
      cell: ({ doctorId }) => branchOf(doctorId),
    },
    visit,
    { id: 'count', head: <Trans>Medicines</Trans>, end: true, priority: 2, cell: ({ lines }) => lines.length },
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
