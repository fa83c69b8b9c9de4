import './dialog.css'
import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the record: "Cancel Annegret Zwingenberger’s appointment?" */
  title: ReactNode
  /** What happens to the record, the money and the messages. */
  description?: ReactNode
  children?: ReactNode
  /** The safe way left, the act right with its verb. */
  footer?: ReactNode
  wide?: boolean
}

/** A question over the page; Escape and the scrim are the safe way. Opens in 500 ms (SPEC §9). */
export function Dialog({ open, onOpenChange, title, description, children, footer, wide }: DialogProps) {
  if (!useEverOpen(open)) return null
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <div className="dialog-place">
          <Radix.Content className={classes('dialog', wide && 'wide')} {...described(description)}>
            <Radix.Title className="dialog-title">{title}</Radix.Title>
            {description && (
              <Radix.Description asChild>
                <div>{description}</div>
              </Radix.Description>
            )}
            {children}
            {footer && <div className="dialog-foot">{footer}</div>}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A panel from the side, on phones from below: details of what opened it, filters, the sync centre. */
export function Sheet({ open, onOpenChange, title, description, children, footer }: Omit<DialogProps, 'wide'>) {
  const { t } = useLingui()
  if (!useEverOpen(open)) return null
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content className="sheet" {...described(description)}>
          <div className="sheet-head">
            <Radix.Title className="dialog-title grow">{title}</Radix.Title>
            <IconButton look="quiet" label={t`Close`} icon={<X />} onClick={() => onOpenChange(false)} />
          </div>
          <div className="sheet-body">
            {description && (
              <Radix.Description asChild>
                <div className="dim">{description}</div>
              </Radix.Description>
            )}
            {children}
          </div>
          {footer && <div className="sheet-foot">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** False until it is opened for the first time: a closed panel has parts that are drawn a second time at every start, and most stay closed. */
function useEverOpen(open: boolean): boolean {
  const [ever, setEver] = useState(open)
  if (open && !ever) setEver(true)
  return open || ever
}

/** Radix asks for a description or for the word that there is none. */
const described = (description: ReactNode) => (description ? {} : { 'aria-describedby': undefined })
