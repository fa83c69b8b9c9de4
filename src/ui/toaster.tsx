import './toast.css'
import { useLingui } from '@lingui/react/macro'
import { Info } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { TOAST_MS, TOAST_POSITION } from '../../contract/kernel/constants.ts'
import { Bead } from './bead.tsx'
import { placeToasts } from './place-toasts.ts'
import type { ToastWords } from './toast.ts'

/** Shows a toast in `Toaster`, as soon as that is mounted. */
export function show({ id: named, ...words }: ToastWords): void {
  toast.custom((id) => <ToastFace {...words} onActed={() => toast.dismiss(id)} />, named ? { id: named } : {})
}

function ToastFace({
  kind = 'info',
  title,
  text,
  action,
  onActed,
}: Omit<ToastWords, 'id'> & {
  onActed: () => void
}) {
  // before it is painted: a toast that jumps gets pressed by mistake
  useLayoutEffect(placeToasts)
  return (
    <div className="toast" data-tone={TONES[kind]}>
      {kind === 'info' ? <Info /> : <Bead shape={BEADS[kind]} />}
      <div className="grow">
        <b>{title}</b>
        {text && <div>{text}</div>}
      </div>
      {action && (
        <button
          type="button"
          className="toast-act"
          onClick={() => {
            onActed()
            action.onSelect()
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}

/**
 * Where toasts appear; rendered once, in the shell. Top right, on phones above the bottom bar, and elsewhere if
 * something there can be pressed.
 */
export function Toaster() {
  const { t } = useLingui()
  useLayoutEffect(followPage, [])
  return (
    <Sonner
      className="toaster"
      position={TOAST_POSITION}
      duration={TOAST_MS}
      // Never stacked: an undo button under another toast cannot be pressed.
      expand
      visibleToasts={3}
      gap={8}
      offset={{ top: 'calc(var(--topbar) + 0.75rem)', right: '1.5rem' }}
      mobileOffset={{ top: 'calc(var(--topbar) + 0.75rem)', left: '1rem', right: '1rem' }}
      containerAriaLabel={t`Messages`}
    />
  )
}

/**
 * When something scrolls or is drawn below a toast, or a panel opens, the toast moves aside once that has settled.
 * Returns a function that stops it.
 */
function followPage(): () => void {
  let soon: ReturnType<typeof setTimeout> | undefined
  const again = () => {
    clearTimeout(soon)
    if (document.querySelector('.toast')) soon = setTimeout(placeToasts, REST_MS)
  }
  const changes = new MutationObserver(again)
  changes.observe(document.body, { childList: true, subtree: true })
  const options = { capture: true, passive: true }
  for (const event of MOVES) addEventListener(event, again, options)
  return () => {
    clearTimeout(soon)
    changes.disconnect()
    for (const event of MOVES) removeEventListener(event, again, options)
  }
}

/** A panel that slides in is measured too early on a slow device, so the end of its movement counts as well. */
const MOVES = ['scroll', 'resize', 'animationend', 'transitionend'] as const

const REST_MS = 150
const BEADS = { saved: 'saved', 'on-device': 'pending', failed: 'failed' } as const
const TONES = { info: undefined, saved: 'completed', 'on-device': 'pending', failed: 'failed' } as const
