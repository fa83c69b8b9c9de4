import './kiosk.css'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { ClinicFace } from '../../contract/clinic.ts'
import { HostLogo } from '../clinic/host-logo.tsx'
import { formatTime } from '../i18n/format.ts'

const HOLD_MS = 3000

/** Whose tablet it is and what time; one question in the middle; a foot. Held for three seconds, the clinic's mark asks for the PIN. */
export function KioskFrame({
  face,
  name,
  zone,
  now,
  split,
  foot,
  onStaff,
  children,
}: {
  face: ClinicFace | null
  name: string
  zone: string
  now: () => number
  /** Numbers right, words left. */
  split?: boolean
  foot?: ReactNode
  onStaff?: () => void
  children: ReactNode
}) {
  return (
    <div className="kiosk">
      <header className="kiosk-head">
        <Mark face={face} onStaff={onStaff} />
        <span className="kiosk-name">{name}</span>
        <Clock zone={zone} now={now} />
      </header>
      <main className={split ? 'kiosk-main kiosk-split' : 'kiosk-main'}>{children}</main>
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
      // a keyboard holds nothing: the PIN is the guard
      onKeyDown={(event) => event.key === 'Enter' && onStaff()}
    >
      <HostLogo face={face} />
      <span className="vh">{t`Staff: hold for three seconds`}</span>
    </button>
  )
}

function Clock({ zone, now }: { zone: string; now: () => number }) {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 1000)
    return () => clearInterval(timer)
  }, [now])
  return <time className="kiosk-clock kiosk-push">{formatTime(new Date(at).toISOString(), zone)}</time>
}
