import { Plural, Trans } from '@lingui/react/macro'
import { formatDateTime } from '../../i18n/format.ts'
import { deviceZone } from '../../screen/lost-words.tsx'
import { Note } from '../../ui/note.tsx'
import { useWaitingHere } from './queries-waiting-here.ts'
import type { WaitingHere as Waiting } from '../../sync/waiting-here.ts'

/** Whose work waits on this device, shown before sign-in and on the lock screen. Otherwise draws nothing. */
export function WaitingHere({ except = null }: { except?: string | null }) {
  const waiting = useWaitingHere(except)
  if (!waiting.length) return null
  return (
    <Note tone="pending" title={<Trans>Work waits on this device</Trans>}>
      {waiting.map((person) => (
        <p key={person.person}>
          <WaitingWords of={person} /> <Trans>It is sent once {person.name} signs in here.</Trans>
        </p>
      ))}
    </Note>
  )
}

/** How much work, whose, and since when. */
export function WaitingWords({ of: { name, changes, since } }: { of: Waiting }) {
  const at = since && formatDateTime(since, deviceZone())
  return at ? (
    <Plural
      value={changes}
      one={`# change of ${name} has not been sent, made on ${at}.`}
      other={`# changes of ${name} have not been sent, the first made on ${at}.`}
    />
  ) : (
    <Plural
      value={changes}
      one={`# change of ${name} has not been sent.`}
      other={`# changes of ${name} have not been sent.`}
    />
  )
}
