import './date-picker.css'
import { useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { MonthGrid, type MonthGridProps } from './month-grid.tsx'

/** The page's day in words, as a button that opens the month. `children` are those words. */
export function DayButton({ onChange, children, ...month }: MonthGridProps & { children: ReactNode }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="btn quiet day-button">
        {children}
        <ChevronDown />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="date-panel"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t`Choose a day`}
        >
          <MonthGrid
            {...month}
            onChange={(date) => {
              setOpen(false)
              onChange(date)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
