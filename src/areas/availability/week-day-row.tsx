import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, Plus, X } from 'lucide-react'
import { useId } from 'react'
import { passesMidnight } from '../../../contract/availability/availability.rules.ts'
import { weekdayName } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
import { TimeInput } from './time-input.tsx'
import { addBlock, copyDay, isBlock, removeBlock, setBlock, type Block, type WeekDraft } from './week-draft.ts'

const WEEK = [0, 1, 2, 3, 4, 5, 6]
const WORKDAYS = WEEK.slice(0, 5)

/**
 * One weekday of the repeating week: its blocks, a button for one more, and one to copy them to other days. `day` 0 is
 * Monday.
 */
export function WeekDayRow({
  day,
  draft,
  onChange,
  tried,
}: {
  day: number
  draft: WeekDraft
  onChange: (draft: WeekDraft) => void
  tried: boolean
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const nameOf = (of: number) => weekdayName(MONDAY + of, language)
  const name = nameOf(day)
  const blocks = draft.blocks[day] ?? []
  const copies = [
    { id: 'workdays', label: t`Monday to Friday`, onSelect: () => onChange(copyDay(draft, day, WORKDAYS)) },
    { id: 'all', label: t`Every day of the week`, onSelect: () => onChange(copyDay(draft, day, WEEK)) },
    ...WEEK.filter((of) => of !== day).map((of) => ({
      id: String(of),
      label: nameOf(of),
      onSelect: () => onChange(copyDay(draft, day, [of])),
    })),
  ]
  return (
    <li className="hours-week-day" role="group" aria-label={name}>
      <b className="hours-week-day-name">{name}</b>
      <div className="hours-week-blocks">
        {blocks.length === 0 && (
          <span className="faint">
            <Trans>no hours</Trans>
          </span>
        )}
        {blocks.map((block, n) => (
          // a block's only identity is its position
          <BlockInputs
            key={n}
            block={block}
            names={[
              t`${{ day: name }}, block ${{ number: n + 1 }}, from`,
              t`${{ day: name }}, block ${{ number: n + 1 }}, to`,
            ]}
            remove={t`Remove block ${{ number: n + 1 }} of ${{ day: name }}`}
            isWrong={(tried || (block.startTime !== null && block.endTime !== null)) && !isBlock(block, draft.period)}
            onChange={(patch) => onChange(setBlock(draft, day, n, patch))}
            onRemove={() => onChange(removeBlock(draft, day, n))}
          />
        ))}
      </div>
      <span className="row hours-week-day-acts">
        <Button small aria-label={t`Add a block: ${{ day: name }}`} onClick={() => onChange(addBlock(draft, day))}>
          <Plus aria-hidden="true" />
          <Trans>Block</Trans>
        </Button>
        {blocks.length > 0 && (
          <Menu items={copies}>
            <Button small look="quiet" aria-label={t`Copy ${{ day: name }} to`}>
              <Copy aria-hidden="true" />
              <Trans>Copy to</Trans>
            </Button>
          </Menu>
        )}
      </span>
    </li>
  )
}

function BlockInputs({
  block,
  names,
  remove,
  isWrong,
  onChange,
  onRemove,
}: {
  block: Block
  names: readonly [from: string, to: string]
  remove: string
  isWrong: boolean
  onChange: (patch: Partial<Block>) => void
  onRemove: () => void
}) {
  const { startTime, endTime } = block
  const errorId = useId()
  const described = isWrong ? errorId : undefined
  return (
    <div className="hours-week-block">
      <TimeInput
        aria-label={names[0]}
        aria-describedby={described}
        value={startTime}
        onChange={(time) => onChange({ startTime: time })}
      />
      <span aria-hidden="true">–</span>
      <TimeInput
        isEnd
        aria-label={names[1]}
        aria-describedby={described}
        value={endTime}
        onChange={(time) => onChange({ endTime: time })}
      />
      <IconButton small look="quiet" label={remove} icon={<X />} onClick={onRemove} />
      {isWrong ? (
        <FieldError id={errorId}>
          {startTime === null || endTime === null ? (
            <Trans>Enter a time.</Trans>
          ) : (
            <Trans>At least one appointment must fit, and a night has at most 12 hours.</Trans>
          )}
        </FieldError>
      ) : (
        startTime !== null &&
        endTime !== null &&
        passesMidnight({ startTime, endTime }) && (
          <span className="sm dim hours-week-block-note">
            <Trans>ends on the next day</Trans>
          </span>
        )
      )}
    </div>
  )
}

/** A Monday, from which weekdays are counted. */
const MONDAY = 20240101
