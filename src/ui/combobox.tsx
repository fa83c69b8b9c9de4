import './combobox.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, ChevronDown, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import './field.css'
import { useFieldProps } from './field.tsx'
import { type Option, type OptionSource, useOptions } from './use-options.ts'

type ComboboxProps = {
  options: OptionSource
  /** The whole option, not its value, since a search may not find it again. */
  selected: Option | null
  onSelect: (option: Option | null) => void
  id?: string
  /** Needed if no field around it has a label. */
  label?: string
  placeholder?: string
  disabled?: boolean | undefined
  /** False if the choice may be changed but not cleared. */
  clearable?: boolean
}

/**
 * A select with search (ARIA combobox with a list): typing filters, arrows move, Enter selects, Escape and leaving
 * restore the chosen name. A function can be given for a search that takes time.
 */
export function Combobox({
  options: source,
  selected,
  onSelect,
  label,
  placeholder,
  disabled,
  clearable = true,
  ...own
}: ComboboxProps) {
  const { t } = useLingui()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  // Null if nothing has been typed since it opened: the whole list shows although the box contains the chosen name.
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const { state, options } = useOptions(source, typed ?? '', open)
  const count = options.length
  const at = Math.min(active, count - 1)

  function show(keyword: string | null) {
    if (disabled) return
    setTyped(keyword)
    setActive(
      keyword === null
        ? Math.max(
            0,
            options.findIndex(({ value }) => value === selected?.value),
          )
        : 0,
    )
    setOpen(true)
  }
  function close() {
    setOpen(false)
    setTyped(null)
  }
  function take(option: Option | null) {
    onSelect(option)
    close()
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (!open) return show(null)
      if (event.key === 'ArrowUp' && event.altKey) return close()
      const last = options.length - 1
      // The arrows wrap around, the page keys stop at the ends.
      setActive(
        Math.abs(step) === 1 ? (at + step + last + 1) % (last + 1 || 1) : Math.max(0, Math.min(last, at + step)),
      )
    } else if (event.key === 'Enter' && open) {
      // An open list handles the key; only a closed one lets it submit the form.
      event.preventDefault()
      const option = options[at]
      if (option) take(option)
    } else if (event.key === 'Escape' && open) {
      // Closes the list, not the dialog around it.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  return (
    <Popover.Root open={open} onOpenChange={(next) => !next && close()}>
      <Popover.Anchor className="input combobox">
        <input
          ref={input}
          {...useFieldProps(own)}
          role="combobox"
          aria-label={label}
          autoComplete="off"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && options[at] ? `${listId}-${at}` : undefined}
          placeholder={placeholder ?? t`Type to search`}
          disabled={disabled}
          value={typed ?? selected?.label ?? ''}
          onChange={(event) => show(event.target.value)}
          onClick={() => !open && show(null)}
          onFocus={(event) => event.target.select()}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
        {clearable && selected && !disabled ? (
          <IconButton look="quiet" label={t`Clear the choice`} icon={<X />} onClick={() => take(null)} />
        ) : (
          <ChevronDown className="combobox-arrow" />
        )}
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          className="combobox-panel"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // The pointer must not take the focus from the input, since leaving it would close the list before the
          // click.
          onMouseDown={(event) => event.preventDefault()}
          onInteractOutside={(event) =>
            input.current?.parentElement?.contains(event.target as Node) && event.preventDefault()
          }
          aria-label={t`Choices`}
        >
          <div id={listId} role="listbox" aria-label={t`Choices`}>
            {options.map((option, index) => (
              // the input keeps the focus and handles the keys
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={option.value}
                ref={index === at ? keepInView : undefined}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={option.value === selected?.value}
                className={classes('combobox-option', index === at && 'active')}
                onPointerMove={() => setActive(index)}
                onClick={() => take(option)}
              >
                <span className="grow">
                  {option.label}
                  {option.detail && <span className="combobox-detail">{option.detail}</span>}
                </span>
                {option.value === selected?.value && <Check />}
              </div>
            ))}
          </div>
          <p className={classes('combobox-word', state === 'ready' && count > 0 && 'vh')} role="status">
            {state === 'loading' && <Trans>Searching…</Trans>}
            {state === 'failed' && <Trans>The search got no answer. Change a letter to try again.</Trans>}
            {state === 'ready' && count === 0 && <Trans>Nothing found. Try fewer letters.</Trans>}
            {state === 'ready' && count > 0 && <Plural value={count} one="# choice" other="# choices" />}
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

const keepInView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })
