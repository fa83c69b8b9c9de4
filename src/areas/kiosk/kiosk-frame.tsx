import './kiosk.css'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { ClinicFace } from '../../../contract/clinic/clinic.face.ts'
import { HostLogo } from '../clinic/host-logo.tsx'
import { formatTime } from '../../i18n/format.ts'

const HOLD_MS = 3000

/**
 * The clinic and the time on top, one question in the middle, a foot. Holding the clinic's logo for three seconds asks
 * for the PIN.
 */
export function KioskFrame({
  face,
  name,
  zone,
  now,
  at,
  split,
  foot,
  onStaff,
  children,
}: {
  face: ClinicFace | null
  name: string
  zone: string
  now: () => number
  /**
   * What is shown. When it changes, the focus of screen readers moves to its heading, since the button that led here is
   * gone.
   */
  at: string
  /** Numbers on the right, words on the left. */
  split?: boolean
  foot?: ReactNode
  onStaff?: () => void
  children: ReactNode
}) {
  const main = useHeadingFocus(at)
  return (
    <div className="kiosk">
      <header className="kiosk-head">
        <Mark face={face} onStaff={onStaff} />
        <span className="kiosk-name">{name}</span>
        <Clock zone={zone} now={now} />
      </header>
      <main ref={main} className={split ? 'kiosk-main kiosk-split' : 'kiosk-main'}>
        {children}
      </main>
      <footer className="kiosk-foot">{foot}</footer>
    </div>
  )
}

function Mark({ face, onStaff }: { face: ClinicFace | null; onStaff: (() => void) | undefined }) {
  const { t } = useLingui()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const end = useCallback(() => {
    if (timer.current) clearTimeout(timer.current)
    timer.current = null
  }, [])
  useEffect(() => end, [end])
  if (!onStaff)
    return (
      <span className="kiosk-mark">
        <HostLogo face={face} />
      </span>
    )
  return (
    <button
      type="button"
      className="kiosk-mark"
      onPointerDown={() => {
        end()
        timer.current = setTimeout(onStaff, HOLD_MS)
      }}
      onPointerUp={end}
      onPointerLeave={end}
      onContextMenu={(event) => event.preventDefault()}
      // a keyboard or a screen reader cannot hold: the PIN is the protection
      onClick={(event) => event.detail === 0 && onStaff()}
    >
      <HostLogo face={face} />
      <span className="vh">{t`Staff: hold for three seconds`}</span>
    </button>
  )
}

function useHeadingFocus(at: string) {
  const main = useRef<HTMLElement>(null)
  const before = useRef(at)
  useEffect(() => {
    if (before.current === at) return
    before.current = at
    const heading = main.current?.querySelector('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus()
  }, [at])
  return main
}

function Clock({ zone, now }: { zone: string; now: () => number }) {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 1000)
    return () => clearInterval(timer)
  }, [now])
  return <time className="kiosk-clock kiosk-push">{formatTime(new Date(at).toISOString(), zone)}</time>
}
