import './note.css'
import type { ReactNode } from 'react'
import type { BeadShape } from './bead-states.ts'
import { Bead } from './bead.tsx'

/** A boxed message on the page: what failed, where a draft is, what the network does. `alert` is read out at once. */
export function Note({
  tone,
  icon,
  title,
  alert,
  children,
}: {
  tone?: BeadShape
  icon?: ReactNode
  title?: ReactNode
  alert?: boolean
  children?: ReactNode
}) {
  return (
    <div className="note" data-tone={tone} role={alert ? 'alert' : undefined}>
      {icon ?? (tone && <Bead shape={tone} />)}
      <div className="grow">
        {title && <b>{title}</b>}
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}
