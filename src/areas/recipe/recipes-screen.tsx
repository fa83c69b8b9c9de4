import './care.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Pill } from 'lucide-react'
import { usePatientVisits } from '../patient/queries-kept.ts'
import { useDevice } from '../../screen/device.ts'
import { Freshness } from '../../screen/freshness.tsx'
import { NeverFilled } from '../../screen/never-filled.tsx'
import type { CareSearch } from '../../screen/search.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, EmptyByFilter, ListSkeleton } from '../../ui/states.tsx'
import { CareFilters, passing } from './care-filters.tsx'
import { useRecipes } from './queries.ts'
import { RecipeList } from './recipe-list.tsx'

const route = getRouteApi('/signed-in/patient/recipe')

/** /patient/recipe (patient, SCREENS B10): what doctors have prescribed, also without a connection. */
export function RecipesScreen() {
  const { t } = useLingui()
  const { person, now } = useDevice()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const recipes = useRecipes(person.id)
  const visits = usePatientVisits(person.id)?.visits ?? []
  if (!recipes) return <ListSkeleton />
  const set = (next: CareSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  const shown = passing(recipes, search, now())
  return (
    <div className="stack">
      {recipes.length > 0 && <CareFilters of={recipes} search={search} onChange={set} />}
      <Card flush title={<Trans>Medication advice</Trans>} count={recipes.length || null} aside={<Freshness />}>
        {shown.length > 0 ? (
          <RecipeList label={t`Medication advice`} recipes={shown} visits={visits} />
        ) : recipes.length > 0 ? (
          <EmptyByFilter onClear={() => set({})}>
            <Trans>There are {recipes.length} without filters.</Trans>
          </EmptyByFilter>
        ) : (
          <NeverFilled>
            <Empty icon={<Pill className="icon-lg" />} title={<Trans>No medication advice yet</Trans>}>
              <Trans>Medication advice from your doctor appears here after your appointment.</Trans>
            </Empty>
          </NeverFilled>
        )}
      </Card>
    </div>
  )
}
