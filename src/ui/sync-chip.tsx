import './sync-chip.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ChangeState } from './bead-states.ts'
import { Bead } from './bead.tsx'
import { classes } from './classes.ts'

export type SyncChipProps = {
  offline: boolean
  /** There is a network, but the server cannot be reached. */
  hasNetwork?: boolean
  /** Changes on this device that the server has not answered. */
  waiting: number
  /** Changes that need a decision between two versions. */
  conflicts: number
  /** Changes the server refused. */
  failed: number
  /** When everything was last saved, as HH:mm. */
  savedAt: string | null
  onOpen: () => void
}

/**
 * The state of all changes in one place at the top right. The worst state wins: failed, conflict, waiting, offline,
 * saved; offline and waiting share it (LOOKS "Status language"). On phones it shrinks to its bead and number.
 */
export function SyncChip({ onOpen, ...state }: SyncChipProps) {
  const { t } = useLingui()
  const worst = worstOf(state)
  return (
    <button
      type="button"
      className={classes('sync', worst === 'saved' && 'quiet')}
      data-tone={worst}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <span className="vh">{t`Changes:`} </span>
      <Bead shape={worst} />
      <Words worst={worst} {...state} />
    </button>
  )
}

function Words({
  worst,
  hasNetwork,
  waiting,
  conflicts,
  failed,
  savedAt,
}: Omit<SyncChipProps, 'onOpen'> & { worst: ChangeState }) {
  switch (worst) {
    case 'failed':
      return (
        <Sized short={failed}>
          <Plural value={failed} one="# not sent" other="# not sent" />
        </Sized>
      )
    case 'conflict':
      return (
        <Sized short={conflicts}>
          <Plural value={conflicts} one="# needs your decision" other="# need your decision" />
        </Sized>
      )
    case 'pending':
      return (
        <Sized short={waiting}>
          <Plural value={waiting} one="# waiting to send" other="# waiting to send" />
        </Sized>
      )
    case 'offline':
      return (
        <>
          <Sized short={null}>{hasNetwork ? <Trans>Server not reached</Trans> : <Trans>Offline</Trans>}</Sized>
          {waiting > 0 && (
            <span className="sync-part" data-tone="pending">
              <Bead shape="pending" />
              <Sized short={waiting}>
                <Plural value={waiting} one="# waiting" other="# waiting" />
              </Sized>
            </span>
          )}
        </>
      )
    case 'saved':
      return <Sized short={savedAt}>{savedAt ? <Trans>All saved, {savedAt}</Trans> : <Trans>All saved</Trans>}</Sized>
  }
}

/** The words if there is room; on phones the short form, with the words for screen readers. */
function Sized({ short, children }: { short: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className="sync-long">{children}</span>
      {short !== null && (
        <span className="sync-short" aria-hidden="true">
          {short}
        </span>
      )}
    </>
  )
}

const worstOf = ({ failed, conflicts, offline, waiting }: Omit<SyncChipProps, 'onOpen'>): ChangeState => {
  if (failed > 0) return 'failed'
  if (conflicts > 0) return 'conflict'
  if (offline) return 'offline'
  return waiting > 0 ? 'pending' : 'saved'
}
