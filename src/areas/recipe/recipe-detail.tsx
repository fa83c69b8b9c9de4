import { Trans, useLingui } from '@lingui/react/macro'
import { recipePaper } from '../../../contract/recipe/recipe.ts'
import { formatDate, formatDateTime } from '../../i18n/format.ts'
import { RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { Sheet } from '../../ui/dialog.tsx'
import { CareSign } from './care-sign.tsx'
import { deleteRecipe } from './commands.ts'
import { LineFacts } from './line-facts.tsx'
import { PaperActs } from './paper-acts.tsx'
import type { ShownRecipe } from './queries.ts'

/** One recipe: each medicine with dose, frequency, duration and advice, and who signs it (SCREENS B10 "Detail"). */
export function RecipeDetail({ recipe, onClose }: { recipe: ShownRecipe; onClose: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const saySaved = useSaySaved()
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={<Trans>Medication advice from {formatDate(recipe.createdAt, device.zone)}</Trans>}
      footer={
        <PaperActs
          paper={recipe}
          url={recipePaper(recipe.id)}
          fileName={`${formatDate(recipe.createdAt, device.zone).split('.').toReversed().join('-')}-${recipe.id.slice(-4)}.pdf`}
          question={<Trans>Delete the medication advice from {formatDateTime(recipe.createdAt, device.zone)}?</Trans>}
          onDelete={async () => {
            if (await saySaved(() => deleteRecipe(device, recipe.id), t`Medication advice deleted`)) onClose()
          }}
        />
      }
    >
      <div className="stack">
        {recipe.pending !== 'none' && (
          <p className="row">
            <RecordChange of={recipe} />
          </p>
        )}
        <ol className="care-rows">
          {recipe.lines.map((line, i) => (
            // the lines never change order: the position is the identity
            <li key={i}>
              <div>
                <b>{line.drug}</b>
                <LineFacts line={line} />
                {line.note && <p className="care-note">{line.note}</p>}
              </div>
            </li>
          ))}
        </ol>
        {recipe.note && (
          <div>
            <p className="eyebrow">
              <Trans>Note</Trans>
            </p>
            <p className="care-words">{recipe.note}</p>
          </div>
        )}
        <CareSign of={recipe} />
      </div>
    </Sheet>
  )
}
