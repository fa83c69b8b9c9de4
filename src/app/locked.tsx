import { Plural, Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { SessionRecord } from '../api/session-record.ts'
import { useBadge } from '../areas/push/use-badge.ts'
import { tellLocked } from '../areas/session/commands-lock.ts'
import { leaveSealed } from '../areas/session/commands-sign-out.ts'
import { EntryPage, useHostFace } from '../areas/session/entry-page.tsx'
import { useKeyRecord, useWaiting } from '../areas/session/queries-shared.ts'
import { UnlockForm } from '../areas/session/unlock-form.tsx'
import { WaitingHere } from '../areas/session/waiting-here.tsx'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { loginPath } from '../screen/login-path.ts'

/**
 * The lock screen: whose device it is, how much waits, and what one can do (TRUST D18). It shows nothing about patients
 * and works without a network.
 */
export function LockScreen({ session, onOpen }: { session: SessionRecord; onOpen: () => void }) {
  const { id, name } = session.person
  const face = useHostFace()
  const navigate = useNavigate()
  const record = useKeyRecord(id)
  const waiting = useWaiting(id)
  // the number of unread notifications belongs to its owner too
  useBadge(0)
  useEffect(tellLocked, [])
  if (!record || waiting === null) return null
  return (
    <EntryPage
      face={face}
      title={<Trans>This device is locked</Trans>}
      intro={<Trans>{name} is signed in. Their data is encrypted until they unlock it.</Trans>}
    >
      {waiting ? (
        <Note tone="waiting">
          <Plural
            value={waiting}
            one="# change has not been sent. Unlock to send it."
            other="# changes have not been sent. Unlock to send them."
          />
        </Note>
      ) : null}
      <WaitingHere except={id} />
      <UnlockForm
        person={id}
        hasPin={record.hasPin}
        misses={record.misses}
        unsent={waiting}
        act={<Trans>Unlock</Trans>}
        onOpen={onOpen}
      />
      <div className="stack-2">
        <Button block onClick={() => void leaveSealed().then(() => navigate({ to: loginPath(), search: {} }))}>
          <Trans>Sign in as someone else</Trans>
        </Button>
        <p className="xs dim">
          <Trans>The work of {name} stays here, encrypted, until they sign in again.</Trans>
        </p>
      </div>
    </EntryPage>
  )
}
