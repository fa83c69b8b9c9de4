import './care.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Pencil, Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { MOST_LINES } from '../../../contract/recipe/recipe.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FilterChip } from '../../ui/chip.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { LineFacts } from './line-facts.tsx'
import { useOwnAdvice, useOwnDrugs } from './queries.ts'
import { RecipeLineFields } from './recipe-line.tsx'
import {
  blankLine,
  holds,
  isBlank,
  readLines,
  withCopied,
  withoutGiven,
  wrongIn,
  type TypedLine,
} from './recipe-values.ts'

/**
 * Medication advice as part of another form: what this doctor gives most often is added by one press, shown line by
 * line and can be changed; other medicines are typed as in the form. `isConfirming` is true once saving was tried.
 */
export function AdvicePick({
  lines,
  isConfirming,
  onChange,
}: {
  lines: readonly TypedLine[]
  isConfirming: boolean
  onChange: (lines: readonly TypedLine[]) => void
}) {
  const { t } = useLingui()
  const often = useOwnAdvice()
  const drugs = useOwnDrugs()
  const listId = useId()
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const full = lines.length >= MOST_LINES ? t`It can have up to ${{ count: MOST_LINES }} rows.` : null

  function put(next: readonly TypedLine[], opened: ReadonlySet<number> = new Set()) {
    setOpen(opened)
    onChange(next)
  }
  return (
    <FieldGroup
      label={<Trans>Medication advice</Trans>}
      help={<Trans>The patient sees it as soon as it is sent.</Trans>}
    >
      {often.length > 0 && (
        <div className="chips" role="group" aria-label={t`What you give most often`}>
          {often.map((issued) => {
            const on = holds(lines, issued)
            return (
              <FilterChip
                key={JSON.stringify(issued)}
                on={on}
                onToggle={() => {
                  if (on) put(withoutGiven(lines, issued))
                  else if (lines.length + issued.length <= MOST_LINES) put(withCopied(lines, issued, MOST_LINES))
                }}
              >
                {issued.map(({ drug }) => drug).join(', ')}
              </FilterChip>
            )
          })}
        </div>
      )}
      <ol className="care-rows">
        {lines.map((line, i) => {
          const isOpen = open.has(i) || (isConfirming && wrongIn(line) !== null)
          if (!isOpen && isBlank(line)) return null
          const remove = () => put(lines.toSpliced(i, 1))
          return (
            // lines have no id, and their fields hold no state
            <li key={i}>
              {isOpen ? (
                <RecipeLineFields
                  n={i + 1}
                  line={line}
                  isConfirming={isConfirming}
                  missing={false}
                  drugs={listId}
                  onChange={(next) => onChange(lines.with(i, next))}
                  onRemove={remove}
                />
              ) : (
                <ReadLine line={line} onOpen={() => setOpen(new Set([...open, i]))} onRemove={remove} />
              )}
            </li>
          )
        })}
      </ol>
      <datalist id={listId}>
        {drugs.map((drug) => (
          <option key={drug}>{drug}</option>
        ))}
      </datalist>
      <Button
        small
        className="start"
        whyDisabled={full}
        onClick={() => put([...lines, blankLine], new Set([...open, lines.length]))}
      >
        <Plus aria-hidden="true" />
        <Trans>Add a medicine</Trans>
      </Button>
    </FieldGroup>
  )
}

/** A line as the patient will read it. */
function ReadLine({ line, onOpen, onRemove }: { line: TypedLine; onOpen: () => void; onRemove: () => void }) {
  const { t } = useLingui()
  const [read] = readLines([line])
  if (!read) return null
  const { drug } = read
  return (
    <div className="row top">
      <div className="grow">
        <b>{drug}</b>
        <LineFacts line={read} />
        {read.note && <p className="care-note">{read.note}</p>}
      </div>
      <IconButton small look="quiet" label={t`Change ${{ drug }}`} icon={<Pencil />} onClick={onOpen} />
      <IconButton small look="quiet" label={t`Remove ${{ drug }}`} icon={<X />} onClick={onRemove} />
    </div>
  )
}
