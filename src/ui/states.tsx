import './states.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { ListFilter, Lock, Tablet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Note } from './note.tsx'

/** The shape of the list while its first rows are read; drawn after 200 ms, without a count. */
export function ListSkeleton({ rows = 5 }: { rows?: number }) {
  const { t } = useLingui()
  return (
    <div className="skeleton" role="status" aria-label={t`Loading`}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeleton-row" aria-hidden="true">
          <span className="sk" />
          <span className="sk dot" />
          <span className="stack-2">
            {/* Five widths in turn: equal bars would look like a table of nothing. */}
            <span className="sk dark" style={{ width: `${[78, 56, 62, 70, 48][row % 5]}%` }} />
            <span className="sk" style={{ width: '40%' }} />
          </span>
          <span className="sk pill" />
        </div>
      ))}
    </div>
  )
}

type EmptyProps = {
  icon: ReactNode
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** The heading's level; `h1` if nothing else is on the page. */
  heading?: 'h1' | 'h2'
}

/** Nothing here yet: what that means, what to do, one button. */
export function Empty({ icon, title, children, action, heading: Heading = 'h2' }: EmptyProps) {
  return (
    <div className="empty">
      {icon}
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action && <div className="empty-acts">{action}</div>}
    </div>
  )
}

/** The filters match nothing. `children` says what the list holds without them. */
export function EmptyByFilter({ children, onClear }: { children?: ReactNode; onClear: () => void }) {
  return (
    <Empty
      icon={<ListFilter />}
      title={<Trans>Nothing matches these filters</Trans>}
      action={
        <Button onClick={onClear}>
          <Trans>Clear filters</Trans>
        </Button>
      }
    >
      {children}
    </Empty>
  )
}

/** New rows could not be fetched; shown above the old ones, which stay. `since` is their time. */
export function LoadError({
  since,
  children,
  onRetry,
}: {
  since?: string | null
  children?: ReactNode
  onRetry: () => void
}) {
  return (
    <div className="load-error">
      <Note tone="failed" alert title={<Trans>The new list could not be loaded</Trans>}>
        {since && (
          <p>
            <Trans>What you see below is from {since}.</Trans>
          </p>
        )}
        {children}
        <Button small onClick={onRetry}>
          <Trans>Try now</Trans>
        </Button>
      </Note>
    </div>
  )
}

/** This person may not see it; `children` say who may and whom to ask. */
export function Denied({ children, ...rest }: Pick<EmptyProps, 'action' | 'heading'> & { children: ReactNode }) {
  return (
    <Empty icon={<Lock />} title={<Trans>This page is not open to you</Trans>} {...rest}>
      {children}
    </Empty>
  )
}

/** Exists, but is not stored on this device. */
export function NotOnDevice({ children, action }: { children?: ReactNode; action?: ReactNode }) {
  return (
    <Empty icon={<Tablet />} title={<Trans>Not on this device yet</Trans>} action={action}>
      {children ?? <Trans>Go online once to download it; after that it opens offline too.</Trans>}
    </Empty>
  )
}
