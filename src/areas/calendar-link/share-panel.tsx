import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, ExternalLink, RefreshCw, Share2, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { SHARE_LEVELS, type Share, type ShareLevel } from '../../../contract/calendar-link/calendar-link.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { problemCode, type Problem } from '../../screen/problem.ts'
import { Button, Why } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import { renewShare, share, stopShare } from './commands.ts'
import { useShare } from './queries.ts'
import { ShareCode } from './share-code.tsx'

/**
 * Shares the doctor's own calendar with other programs and people: one secret address, how much it reveals, and its end
 * (SCREENS B16, rule 97).
 */
export function SharePanel() {
  const { t } = useLingui()
  const words = useProblemWords()
  const { value, problem, again } = useShare()
  const [refused, setRefused] = useState<Problem | null>(null)
  const [asking, setAsking] = useState<'renew' | 'stop' | null>(null)
  const [shown, setShown] = useState(false)

  async function act(work: () => Promise<{ kind: 'done' } | Problem>, message: string) {
    setRefused(null)
    const outcome = await work()
    if (outcome.kind !== 'done') return setRefused(outcome)
    showToast({ kind: 'saved', title: message })
    again()
  }
  const shared = value?.share
  return (
    <Card title={<Trans>Share my calendar</Trans>}>
      <div className="stack">
        {problem && value === undefined ? (
          problemCode(problem) === 'offline' ? (
            <Why>{t`You need to be online to see the shared address.`}</Why>
          ) : (
            <Note tone="failed">
              {words(problem)}{' '}
              <Button small onClick={again}>
                <Trans>Try again</Trans>
              </Button>
            </Note>
          )
        ) : value === undefined ? (
          <ListSkeleton rows={2} />
        ) : shared ? (
          <Shared
            share={shared}
            shown={shown}
            onShow={() => setShown(!shown)}
            onLevel={(level) => void act(() => share(level), t`Saved: what the shared calendar tells`)}
            onAsk={setAsking}
          />
        ) : (
          <>
            <p className="dim sm">
              <Trans>
                One address that your phone or a colleague can subscribe to. At first it tells only when you are busy.
              </Trans>
            </p>
            <div>
              <Button onClick={() => void act(() => share(), t`Your calendar is shared`)}>
                <Share2 />
                <Trans>Create a link</Trans>
              </Button>
            </div>
          </>
        )}
        {refused && (
          <Note tone="failed" alert>
            {words(refused)}
          </Note>
        )}
      </div>
      <ConfirmDialog
        open={asking === 'renew'}
        onOpenChange={(open) => !open && setAsking(null)}
        title={<Trans>Replace the link?</Trans>}
        keep={<Trans>Keep this link</Trans>}
        act={<Trans>Replace the link</Trans>}
        onConfirm={() => act(renewShare, t`The link has been replaced`)}
      >
        <Trans>The current link stops working straight away. Everyone who uses it will need the new one.</Trans>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'stop'}
        onOpenChange={(open) => !open && setAsking(null)}
        title={<Trans>Stop sharing?</Trans>}
        keep={<Trans>Keep sharing</Trans>}
        act={<Trans>Stop sharing</Trans>}
        danger
        onConfirm={() => act(stopShare, t`Your calendar is no longer shared`)}
      >
        <Trans>The link stops working straight away. Others keep what they have already downloaded.</Trans>
      </ConfirmDialog>
    </Card>
  )
}

function Shared({
  share: { url, level, readAt },
  shown,
  onShow,
  onLevel,
  onAsk,
}: {
  share: Share
  shown: boolean
  onShow: () => void
  onLevel: (level: ShareLevel) => void
  onAsk: (what: 'renew' | 'stop') => void
}) {
  const { t } = useLingui()
  const { zone } = useDevice()
  const webcal = url.replace(/^https?:/, 'webcal:')
  return (
    <>
      <FieldGroup label={<Trans>What the link shows</Trans>}>
        <RadioGroup
          name="share-level"
          value={level}
          onChange={onLevel}
          options={SHARE_LEVELS.map((each) => ({ value: each, label: <LevelWords level={each} /> }))}
        />
      </FieldGroup>
      <p className="share-url">{url}</p>
      <div className="row share-acts">
        <Button
          small
          onClick={() =>
            void navigator.clipboard.writeText(url).then(
              () => showToast({ kind: 'saved', title: t`Link copied` }),
              () => showToast({ kind: 'failed', title: t`It could not be copied. Select the link and copy it.` }),
            )
          }
        >
          <Copy />
          <Trans>Copy the link</Trans>
        </Button>
        <a className="btn sm" href={webcal}>
          <Smartphone aria-hidden="true" />
          <Trans>Open in calendar app</Trans>
        </a>
        <a className="btn sm" href={url.replace(/\.ics$/, '')} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden="true" />
          <Trans>Open as a page</Trans>
        </a>
        <Button small aria-expanded={shown} onClick={onShow}>
          {shown ? <Trans>Hide QR code</Trans> : <Trans>QR code</Trans>}
        </Button>
      </div>
      {shown && <ShareCode url={webcal} />}
      <p className="dim xs">
        {readAt ? (
          <Trans>
            Last read: <RelativeTime at={readAt} zone={zone} />
          </Trans>
        ) : (
          <Trans>No one has read it yet.</Trans>
        )}
      </p>
      <Why>{t`Whoever has this link can read it without signing in. Give it only to people you trust.`}</Why>
      <div className="row share-acts">
        <Button small look="quiet" onClick={() => onAsk('renew')}>
          <RefreshCw />
          <Trans>Replace the link</Trans>
        </Button>
        <Button small look="danger" onClick={() => onAsk('stop')}>
          <Trans>Stop sharing</Trans>
        </Button>
      </div>
    </>
  )
}

function LevelWords({ level }: { level: ShareLevel }) {
  switch (level) {
    case 'busy':
      return <Trans>Only that I am busy</Trans>
    case 'initials':
      return <Trans>Patients’ initials</Trans>
    case 'full':
      return <Trans>Names and clinic (for my own devices)</Trans>
  }
}
