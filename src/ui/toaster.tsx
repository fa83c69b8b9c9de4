import './toast.css'
import { useLingui } from '@lingui/react/macro'
import { Info } from 'lucide-react'
import { Toaster as Sonner, toast } from 'sonner'
import { TOAST_MS, TOAST_POSITION } from '../../contract/kernel/constants.ts'
import { Bead } from './bead.tsx'
import type { ToastWords } from './toast.ts'
import { useNarrow } from './use-narrow.ts'

/** Shows it where `Toaster` stands, and as soon as that does. */
export function show({ kind = 'info', id: named, title, text, action }: ToastWords): void {
  const draw = (id: string | number) => (
    <div className="toast" data-tone={TONES[kind]}>
      {kind === 'info' ? <Info /> : <Bead shape={BEADS[kind]} />}
      <div className="grow">
        <b>{title}</b>
        {text && <div>{text}</div>}
        {action && (
          <button
            type="button"
            className="toast-act"
            onClick={() => {
              toast.dismiss(id)
              action.onSelect()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
    </div>
  )
  toast.custom(draw, named ? { id: named } : {})
}

/** Where toasts appear; once, in the shell. Top right, on phones above the bottom bar. */
export function Toaster() {
  const { t } = useLingui()
  const narrow = useNarrow()
  return (
    <Sonner
      className="toaster"
      position={narrow ? 'bottom-center' : TOAST_POSITION}
      duration={TOAST_MS}
      // Never stacked: an undo that lies under another message is no undo.
      expand
      visibleToasts={3}
      gap={8}
      offset={{ top: 'calc(var(--topbar) + 0.75rem)', right: '1.5rem' }}
      mobileOffset={{ bottom: 'calc(4.25rem + env(safe-area-inset-bottom))', left: '1rem', right: '1rem' }}
      containerAriaLabel={t`Messages`}
    />
  )
}

const BEADS = { saved: 'saved', 'on-device': 'pending', failed: 'failed' } as const
const TONES = { info: undefined, saved: 'completed', 'on-device': 'pending', failed: 'failed' } as const
