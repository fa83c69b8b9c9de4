import './date-picker.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarDays } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useId, useRef, useState } from 'react'
import { formatWallDate } from '../i18n/format.ts'
import { IconButton } from './button.tsx'
import { readDate } from './calendar-date.ts'
import './field.css'
import { FieldError, useFieldProps } from './field.tsx'
import { MonthGrid, type MonthGridProps } from './month-grid.tsx'

type DatePickerProps = Omit<MonthGridProps, 'onChange'> & {
  /** Null if the box is empty or has no allowed day; the box says which. */
  onChange: (date: number | null) => void
  id?: string
  name?: string
  disabled?: boolean
}

/** A day, typed as DD.MM.YYYY or chosen from a month. Days are YYYYMMDD; `today` is the clinic's. */
export function DatePicker({ value, onChange, today, min, max, id, name, disabled }: DatePickerProps) {
  const { t } = useLingui()
  const errorId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  // Typed text stays until it is a valid day: invalid text is shown, never discarded.
  const [typed, setTyped] = useState<string | null>(null)
  const [left, setLeft] = useState(false)

  const read = typed === null ? value : readDate(typed, today)
  const example = formatWallDate(today)
  const outside = read !== null && (read < (min ?? 0) || read > (max ?? Infinity))
  const wrong = typed !== null && left && typed.trim() !== '' && (read === null || outside)
  const field = useFieldProps({ id, 'aria-describedby': wrong ? errorId : undefined })

  function type(text: string) {
    setTyped(text)
    setLeft(false)
    const date = readDate(text, today)
    const taken = date !== null && date >= (min ?? 0) && date <= (max ?? Infinity) ? date : null
    if (taken !== value) onChange(taken)
  }
  function leave() {
    setLeft(true)
    if (typed !== null && (typed.trim() === '' || (read !== null && !outside))) setTyped(null)
  }
  function choose(date: number) {
    setTyped(null)
    setOpen(false)
    onChange(date)
  }

  return (
    <>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Anchor className="input">
          <input
            {...field}
            aria-invalid={wrong || field['aria-invalid']}
            name={name}
            disabled={disabled}
            inputMode="numeric"
            autoComplete="off"
            placeholder={t`DD.MM.YYYY`}
            value={typed ?? (value === null ? '' : formatWallDate(value))}
            onChange={(event) => type(event.target.value)}
            onBlur={leave}
          />
          <Popover.Trigger asChild>
            <IconButton
              look="quiet"
              label={t`Choose from the calendar`}
              icon={<CalendarDays />}
              whyDisabled={disabled ? t`The date cannot be changed.` : null}
            />
          </Popover.Trigger>
        </Popover.Anchor>
        <Popover.Portal>
          <Popover.Content
            className="date-panel"
            align="end"
            sideOffset={4}
            collisionPadding={8}
            aria-label={t`Choose a day`}
            // Focuses the chosen day or today, rather than the first arrow.
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              panel.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus()
            }}
            ref={panel}
          >
            <MonthGrid value={value} onChange={choose} today={today} min={min} max={max} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {wrong && (
        <FieldError id={errorId}>
          {outside ? (
            <Trans>This day is outside the dates that can be chosen.</Trans>
          ) : (
            <Trans>There is no such day. Example: {example}</Trans>
          )}
        </FieldError>
      )}
    </>
  )
}
