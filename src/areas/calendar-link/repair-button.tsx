import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button, Why, type ButtonLook } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { AddDialog } from './add-dialog.tsx'
import { connect, refresh } from './commands.ts'
import { FAILURE_WORDS } from './failure-words.ts'
import type { ShownLink } from './queries.ts'
import { wordOf } from '../../i18n/word-of.ts'

/** The act that repairs a calendar: ask its service again, paste its new address, choose a new file, or read it now. */
export function RepairButton({ link, look = 'default' }: { link: ShownLink; look?: ButtonLook }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const words = useProblemWords()
  const offline = useIsOffline()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const asks =
    link.kind === 'url' &&
    (link.failure === 'refused' || link.failure === 'address_refused' || link.failure === 'unreadable')

  async function mend() {
    setWhy(null)
    if (asks || link.kind === 'file') return setAsking(true)
    setBusy(true)
    const outcome =
      link.kind === 'token' && link.failure === 'revoked' ? await connect(link.id) : await refresh(device, link.id)
    setBusy(false)
    if (!outcome) return
    if (outcome.kind !== 'done') return setWhy(words(outcome satisfies Problem))
    const { failure, name } = outcome.reply.calendar
    if (failure) setWhy(i18n._(wordOf(FAILURE_WORDS, failure)))
    else showToast({ kind: 'saved', title: t`${name} is syncing again` })
  }
  return (
    <div className="stack-2">
      <div>
        <Button
          small
          look={look}
          onClick={() => void mend()}
          aria-busy={busy}
          whyDisabled={offline ? t`You need to be online to connect a calendar.` : null}
        >
          {busy ? (
            <Trans>One moment…</Trans>
          ) : link.kind === 'token' && link.failure === 'revoked' ? (
            <Trans>Connect again</Trans>
          ) : asks ? (
            <Trans>Paste the new address</Trans>
          ) : link.kind === 'file' ? (
            <Trans>Choose a new file</Trans>
          ) : (
            <Trans>Read now</Trans>
          )}
        </Button>
      </div>
      {why && <Why>{why}</Why>}
      {asking && (
        <AddDialog adding={{ kind: link.kind === 'file' ? 'file' : 'url', link }} onClose={() => setAsking(false)} />
      )}
    </div>
  )
}
