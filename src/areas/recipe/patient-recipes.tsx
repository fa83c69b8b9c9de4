import './care.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Pill, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ShownVisit } from '../appointment/queries.ts'
import { useDraftOnce } from '../patient/queries-draft.ts'
import { useDevice } from '../../screen/device.ts'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import type { ShownRecipe } from './queries.ts'
import { RecipeForm } from './recipe-form.tsx'
import { RecipeList } from './recipe-list.tsx'

/** The recipes on a patient's card: doctors write them, desks read them (SCREENS B7 "recipes"). */
export function PatientRecipes({
  patientId,
  recipes,
  visits,
}: {
  patientId: string
  recipes: readonly ShownRecipe[] | undefined
  visits: readonly ShownVisit[]
}) {
  const { t } = useLingui()
  const { person } = useDevice()
  const begun = useDraftOnce(`recipe:${patientId}`)
  const [opened, setOpened] = useState<boolean | null>(null)
  if (!recipes || begun === undefined) return <ListSkeleton rows={2} />
  const writes = person.type === 'doctor'
  const writing = writes && (opened ?? begun !== null)
  const write = (
    <Button look="primary" onClick={() => setOpened(true)}>
      <Plus aria-hidden="true" />
      <Trans>Write medication advice</Trans>
    </Button>
  )
  return (
    <div className="stack">
      {writing && (
        <Card title={<Trans>New medication advice</Trans>}>
          <RecipeForm patientId={patientId} visits={visits} last={recipes[0]} onClose={() => setOpened(false)} />
        </Card>
      )}
      {recipes.length === 0 ? (
        writing ? null : (
          <Card>
            <NeverFilled>
              <Empty
                icon={<Pill className="icon-lg" />}
                title={<Trans>No medication advice yet</Trans>}
                action={writes ? write : undefined}
              >
                <Trans>The patient can see it straight away, also when printed.</Trans>
              </Empty>
            </NeverFilled>
          </Card>
        )
      ) : (
        <Card
          flush
          title={<Trans>Medication advice</Trans>}
          count={recipes.length}
          aside={writes && !writing ? write : undefined}
        >
          <RecipeList label={t`Medication advice`} recipes={recipes} visits={visits} />
        </Card>
      )}
    </div>
  )
}
