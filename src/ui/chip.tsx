import './chip.css'
import { useLingui } from '@lingui/react/macro'
import { Check, ChevronDown, Plus, X } from 'lucide-react'
import { Menu } from 'radix-ui/internal'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { MenuButton } from './menu-button.tsx'

/** A filter that is on or off, for example a date preset. */
export function FilterChip({
  on,
  onToggle,
  icon,
  children,
}: {
  on: boolean
  onToggle: () => void
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <button type="button" className={classes('chip', on && 'on')} aria-pressed={on} onClick={onToggle}>
      {on ? <Check /> : icon}
      <span className="chip-label">{children}</span>
    </button>
  )
}

/** An active filter; pressing removes it. `name` names it for screen readers. */
export function RemovableChip({
  name,
  onRemove,
  children,
}: {
  name: string
  onRemove: () => void
  children: ReactNode
}) {
  const { t } = useLingui()
  return (
    <button type="button" className="chip on" aria-label={t`Remove filter: ${{ name }}`} onClick={onRemove}>
      <span className="chip-label">{children}</span>
      <X />
    </button>
  )
}

type ChipMenuProps = {
  /** What it filters by; shown on the chip if nothing is chosen. */
  label: string
  options: readonly { value: string; label: ReactNode }[]
  values: readonly string[]
  onChange: (values: readonly string[]) => void
  /** At most one value: a second choice replaces the first; choosing it again removes it. */
  single?: boolean
  icon?: ReactNode
}

/** A filter with values to choose. The chip shows the choice, or the number of them. */
export function ChipMenu({ label, options, values, onChange, single, icon }: ChipMenuProps) {
  const chosen = options.filter(({ value }) => values.includes(value))
  const change = (value: string) => {
    if (values.includes(value)) onChange(values.filter((other) => other !== value))
    else onChange(single ? [value] : [...values, value])
  }
  return (
    <MenuButton
      align="start"
      button={
        <button type="button" className={classes('chip', chosen.length > 0 && 'on')}>
          {icon}
          <span className="chip-label">
            {chosen.length === 0 ? (
              label
            ) : (
              <>
                <span className="vh">{label}: </span>
                {chosen[0]?.label}
              </>
            )}
          </span>
          {chosen.length > 1 && <span>+{chosen.length - 1}</span>}
          <ChevronDown />
        </button>
      }
    >
      {options.map((option) => (
        <Menu.CheckboxItem
          key={option.value}
          className="menu-item"
          checked={values.includes(option.value)}
          onCheckedChange={() => change(option.value)}
          // Several choices in a row: Escape or a click outside closes the menu.
          onSelect={single ? undefined : (event) => event.preventDefault()}
        >
          <span className="menu-mark">
            <Menu.ItemIndicator>
              <Check />
            </Menu.ItemIndicator>
          </span>
          {option.label}
        </Menu.CheckboxItem>
      ))}
    </MenuButton>
  )
}

/** Adds one of the filters that are not shown yet. */
export function AddFilterChip({
  label,
  options,
  onAdd,
}: {
  label: string
  options: readonly { value: string; label: ReactNode }[]
  onAdd: (value: string) => void
}) {
  return (
    <MenuButton
      align="start"
      button={
        <button type="button" className="chip add">
          <Plus />
          {label}
        </button>
      }
    >
      {options.map((option) => (
        <Menu.Item key={option.value} className="menu-item" onSelect={() => onAdd(option.value)}>
          {option.label}
        </Menu.Item>
      ))}
    </MenuButton>
  )
}

/** The row of a list's filters. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="chips" role="group" aria-label={label}>
      {children}
    </div>
  )
}
