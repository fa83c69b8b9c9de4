import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CalendarSync, FileText, Link2, RefreshCw, SquarePen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Why } from '../../ui/button.tsx'
import { Bead } from '../../ui/bead.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { showToast } from '../../ui/toast.ts'
import { AddDialog } from './add-dialog.tsx'
import { disconnect, refresh } from './commands.ts'
import { FAILURE_WORDS } from './failure-words.ts'
import type { ShownLink } from './queries.ts'
import { RepairButton } from './repair-button.tsx'
import { wordOf } from '../../i18n/word-of.ts'

const ICONS = { url: Link2, file: FileText, token: CalendarSync } as const

/** One connected calendar: its origin, the result of its last read, and what can be done. */
export function LinkRow({ link }: { link: ShownLink }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const words = useProblemWords()
  const offline = useIsOffline()
  const [editing, setEditing] = useState(false)
  const [removing, setRemoving] = useState(false)
  const { name, account, state, failure, events, skipped, readAt, goodAt } = link
  const Icon = (ICONS as Partial<typeof ICONS>)[link.kind] ?? CalendarSync // of a kind from a newer build
  const whyDisabled = offline ? t`You need to be online to do this.` : null

  async function read() {
    const outcome = await refresh(device, link.id)
    if (outcome.kind !== 'done') showToast({ kind: 'failed', title: words(outcome) })
    else if (outcome.reply.calendar.failure)
      showToast({ kind: 'failed', title: i18n._(wordOf(FAILURE_WORDS, outcome.reply.calendar.failure)) })
    else showToast({ kind: 'saved', title: t`${name} has been read` })
  }
  return (
    <li className="link-row">
      <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
      <div className="grow stack-2">
        <div>
          <b className="link-name">{name}</b>
          {account !== name && <span className="dim sm link-account">{account}</span>}
        </div>
        <p className="sm link-state" data-state={state}>
          <Bead shape={state === 'ok' ? 'saved' : state === 'failing' ? 'pending' : 'failed'} />
          <span>
            <StateWords state={state} />
            {state === 'ok' && (
              <>
                {' · '}
                <Plural value={events} one="# time blocked" other="# times blocked" />
              </>
            )}
            {readAt && (
              <span className="dim">
                {' · '}
                <RelativeTime at={state === 'ok' ? (goodAt ?? readAt) : readAt} zone={device.zone} />
              </span>
            )}
          </span>
        </p>
        {failure && <p className="sm">{i18n._(wordOf(FAILURE_WORDS, failure))}</p>}
        {state !== 'ok' && goodAt && (
          <p className="dim xs">
            <Trans>
              Last synced: <RelativeTime at={goodAt} zone={device.zone} />
            </Trans>
          </p>
        )}
        {skipped > 0 && (
          <Why>
            <Plural
              value={skipped}
              one="# event could not be read whole. Check that its time is blocked."
              other="# events could not be read whole. Check that their times are blocked."
            />
          </Why>
        )}
        {state !== 'ok' && <RepairButton link={link} />}
      </div>
      <RowMenu
        name={name}
        items={[
          ...(link.kind === 'file'
            ? []
            : [
                {
                  id: 'read',
                  label: <Trans>Read now</Trans>,
                  icon: <RefreshCw />,
                  whyDisabled,
                  onSelect: () => void read(),
                },
              ]),
          {
            id: 'edit',
            label: link.kind === 'token' ? <Trans>Rename</Trans> : <Trans>Edit</Trans>,
            icon: <SquarePen />,
            whyDisabled,
            onSelect: () => setEditing(true),
          },
          {
            id: 'remove',
            label: <Trans>Disconnect</Trans>,
            icon: <Trash2 />,
            danger: true,
            whyDisabled,
            onSelect: () => setRemoving(true),
          },
        ]}
      />
      {editing && <AddDialog adding={{ kind: link.kind, link }} onClose={() => setEditing(false)} />}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={<Trans>Disconnect {name}?</Trans>}
        keep={<Trans>Keep it connected</Trans>}
        act={<Trans>Disconnect</Trans>}
        danger
        onConfirm={async () => {
          const outcome = await disconnect(device, link.id)
          if (outcome.kind !== 'done') showToast({ kind: 'failed', title: words(outcome) })
          else showToast({ kind: 'saved', title: t`${name} is disconnected` })
        }}
      >
        <Plural
          value={events}
          one="# time it blocks becomes free for patients straight away. Nothing changes in the calendar itself."
          other="# times it blocks become free for patients straight away. Nothing changes in the calendar itself."
        />
      </ConfirmDialog>
    </li>
  )
}

function StateWords({ state }: { state: ShownLink['state'] }) {
  switch (state) {
    case 'ok':
      return <Trans context="calendar">Connected</Trans>
    case 'failing':
      return <Trans context="calendar">Not read</Trans>
    case 'broken':
      return <Trans context="calendar">Broken</Trans>
  }
}
