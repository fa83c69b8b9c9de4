import './menu.css'
import { Slot } from 'radix-ui'
import { Menu } from 'radix-ui/internal'
import {
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { useBackCloses } from './back-closes.ts'

/**
 * A button and the floating panel that it opens; `children` is the panel's content, made of Radix' menu parts. A list
 * has one in each row, so everything but the button is drawn only once the pointer or the keyboard's focus has reached
 * it: before the press, since the panel has to know whether a key opened it.
 */
export function MenuButton({
  button,
  align,
  children,
}: {
  button: ReactElement
  align: 'start' | 'end'
  children: ReactNode
}) {
  const ref = useRef<HTMLElement>(null)
  const id = useId()
  const [isNear, setNear] = useState(false)
  const [open, setOpen] = useState(false)
  useBackCloses(open, () => setOpen(false))
  const come = () => setNear(true)
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return
    come()
    setOpen(!open)
    // the focus moves into the panel
    if (!open) event.preventDefault()
  }
  const key = (event: KeyboardEvent) => {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    setOpen(event.key === 'ArrowDown' || !open)
  }
  const click = ({ detail }: { detail: number }) => {
    // a click without a pointer comes from a screen reader or voice control
    if (detail > 0) return
    come()
    setOpen(true)
  }
  return (
    <>
      <Slot.Root
        ref={ref}
        id={`${id}button`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onPointerEnter={come}
        onFocus={come}
        onPointerDown={press}
        onKeyDown={key}
        onClick={click}
      >
        {button}
      </Slot.Root>
      {isNear && (
        <Menu.Root open={open} onOpenChange={setOpen} modal={false}>
          <Menu.Anchor virtualRef={ref as { current: HTMLElement } /* it stands before this is drawn */} />
          <Panel id={id} align={align} back={() => ref.current?.focus()}>
            {children}
          </Panel>
        </Menu.Root>
      )}
    </>
  )
}

/** The panel. On closing, the focus returns to `back`, unless the person has pressed elsewhere meanwhile. */
function Panel({
  id,
  align,
  back,
  children,
}: {
  id: string
  align: 'start' | 'end'
  back: () => void
  children: ReactNode
}) {
  const isElsewhere = useRef(false)
  return (
    <Menu.Portal>
      <Menu.Content
        id={id}
        aria-labelledby={`${id}button`}
        className="menu"
        align={align}
        sideOffset={6}
        collisionPadding={8}
        loop
        onInteractOutside={() => void (isElsewhere.current = true)}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          if (!isElsewhere.current) back()
          isElsewhere.current = false
        }}
      >
        {children}
      </Menu.Content>
    </Menu.Portal>
  )
}
