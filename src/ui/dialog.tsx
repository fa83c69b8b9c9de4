import './dialog.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useBackCloses } from './back-closes.ts'
import { Boundary } from './boundary.tsx'
import { Button, IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { useReturnFocus } from './return-focus.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the record: "Cancel Annegret Zwingenberger’s appointment?" */
  title: ReactNode
  /** What happens to the record, the money and the messages. */
  description?: ReactNode
  children?: ReactNode
  /** The safe choice on the left, the act with its verb on the right. */
  footer?: ReactNode
  wide?: boolean
  /**
   * The dialog asks whether to leave the page: navigation is already under way, and the history must not be changed.
   */
  leaving?: boolean
}

/** A dialog over the page; Escape and the backdrop are the safe choice. Opens in 500 ms (SPEC §9). */
export function Dialog({ open, onOpenChange, title, description, children, footer, wide, leaving }: DialogProps) {
  const focus = useReturnFocus()
  const back = useBack(open && !leaving, onOpenChange)
  if (!useEverOpen(open)) return null
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <div className="dialog-place">
          <Radix.Content
            className={classes('dialog', wide && 'wide')}
            onInput={back.note}
            {...described(description)}
            {...focus}
          >
            <Radix.Title className="dialog-title">{title}</Radix.Title>
            {description && (
              <Radix.Description asChild>
                <div>{description}</div>
              </Radix.Description>
            )}
            <Boundary>{children}</Boundary>
            {footer && <div className="dialog-foot">{footer}</div>}
            {back.question}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A panel from the side, on phones from below: details of what opened it, filters, the sync centre. */
export function Sheet({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
}: Omit<DialogProps, 'wide' | 'leaving'>) {
  const { t } = useLingui()
  const focus = useReturnFocus()
  const back = useBack(open, onOpenChange)
  if (!useEverOpen(open)) return null
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content className="sheet" onInput={back.note} {...described(description)} {...focus}>
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
            <Boundary>{children}</Boundary>
          </div>
          {footer && <div className="sheet-foot">{footer}</div>}
          {back.question}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Back on a phone closes the panel; if something has been typed in it, it asks first. */
function useBack(open: boolean, onOpenChange: (open: boolean) => void) {
  const typed = useRef(false)
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    if (open) typed.current = false
  }, [open])
  useBackCloses(open, () => (typed.current ? setAsking(true) : onOpenChange(false)))
  const close = () => {
    setAsking(false)
    onOpenChange(false)
  }
  return {
    note: ({ target }: { target: EventTarget }) => {
      if (target instanceof HTMLElement && target.matches(TYPED)) typed.current = true
    },
    question: asking ? <AskBefore onStay={() => setAsking(false)} onLeave={close} /> : null,
  }
}

/** Filters of a list apply at once, so a search among them cannot be lost. */
const TYPED =
  'form :is(input:not([type="search"]), textarea), .dialog :is(input:not([type="search"]), textarea), [contenteditable]'

function AskBefore({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onStay()}
      title={<Trans>Leave without saving?</Trans>}
      description={<Trans>What you have changed here has not been saved.</Trans>}
      footer={
        <>
          <Button onClick={onStay}>
            <Trans>Stay here</Trans>
          </Button>
          <Button look="primary" onClick={onLeave}>
            <Trans>Leave</Trans>
          </Button>
        </>
      }
    />
  )
}

/**
 * False until it is first opened. Even a closed panel has parts that are drawn at every start, and most are never
 * opened.
 */
function useEverOpen(open: boolean): boolean {
  const [ever, setEver] = useState(open)
  if (open && !ever) setEver(true)
  return open || ever
}

/** Radix requires a description, or an explicit undefined. */
const described = (description: ReactNode) => (description ? {} : { 'aria-describedby': undefined })
