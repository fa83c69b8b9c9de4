import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { isTemplate } from '../../../contract/email/email.templates.ts'
import type { Undelivered as Row } from '../../../contract/email/email.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { LANGUAGE_NAMES } from '../../../contract/kernel/constants.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.ts'
import { giveUpLetters, resendLetters } from './commands.ts'
import { useUndelivered } from './queries.ts'
import { TEMPLATE_WORDS } from './template-words.ts'
import { wordOf } from '../../i18n/word-of.ts'

/**
 * Messages that failed after all attempts: to whom, why, and whether to send them again or give up. For the superadmin,
 * online only.
 */
export function Undelivered() {
  const { t, i18n } = useLingui()
  const { zone } = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const [before, setBefore] = useState<string | null>(null)
  const { value, problem, again } = useUndelivered(before)
  const [leaving, setLeaving] = useState<readonly Row[] | null>(null)
  const reasons: Readonly<Record<Row['reason'], string>> = {
    unreachable: t`The mail or SMS server did not answer`,
    refused: t`The mail or SMS server refused it`,
    host_not_allowed: t`The server set up for it may not be reached`,
    expired: t`Its time had passed`,
    no_template: t`Its template is gone`,
  }
  const away = offline ? t`You need to be online to do this.` : null

  async function resend(rows: readonly Row[]) {
    const outcome = await resendLetters(rows.map(({ id }) => id))
    if (outcome.kind !== 'done')
      return showToast({ kind: 'failed', title: t`Nothing was changed`, text: words(outcome) })
    showToast({ kind: 'saved', title: t`Messages that go again: ${outcome.reply.count}` })
    again()
  }
  async function giveUp(rows: readonly Row[]) {
    const outcome = await giveUpLetters(rows.map(({ id }) => id))
    if (outcome.kind !== 'done')
      return showToast({ kind: 'failed', title: t`Nothing was changed`, text: words(outcome) })
    showToast({ kind: 'saved', title: t`Messages stopped: ${outcome.reply.count}` })
    again()
  }

  if (!value)
    return problem ? (
      <Note tone={problem.kind === 'unreachable' ? 'offline' : 'failed'} alert title={words(problem)}>
        <Button small onClick={again}>
          <Trans>Try again</Trans>
        </Button>
      </Note>
    ) : (
      <ListSkeleton />
    )
  const { letters, total, more } = value
  const may = letters.filter(({ canGo }) => canGo)
  return (
    <div className="stack">
      <Card
        flush
        title={<Trans>Not delivered</Trans>}
        count={<Plural value={total} one="# message" other="# messages" />}
        aside={
          may.length > 1 && (
            <Button small whyDisabled={away} showWhy={false} onClick={() => void resend(may)}>
              <Trans>Send all of these again</Trans>
            </Button>
          )
        }
      >
        {letters.length === 0 ? (
          <Empty icon={<MailCheck className="icon-lg" />} title={<Trans>Everything has been sent</Trans>}>
            <Trans>What could not be sent after eight tries is listed here. Messages of private clinics are not.</Trans>
          </Empty>
        ) : (
          <Table
            label={t`Not delivered`}
            rows={letters}
            keyOf={({ id }) => id}
            columns={[
              {
                id: 'when',
                head: <Trans>Stopped</Trans>,
                card: 'time',
                cell: ({ endedAt }) => formatDateTime(endedAt, zone),
              },
              {
                id: 'to',
                head: <Trans context="recipient">To</Trans>,
                card: 'title',
                cell: (row) => (
                  <span className="two-lines">
                    <span>
                      {row.patientId ? (
                        <Link to="/patient/$id" params={{ id: row.patientId }} search={{}}>
                          {row.to}
                        </Link>
                      ) : (
                        row.to
                      )}
                    </span>
                    <span>
                      {row.channel === 'mail' ? t`Email` : t`SMS`} · {LANGUAGE_NAMES[row.lang]}
                    </span>
                  </span>
                ),
              },
              {
                id: 'template',
                head: <Trans>Template</Trans>,
                priority: 2,
                cell: ({ template }) => (isTemplate(template) ? i18n._(wordOf(TEMPLATE_WORDS, template)) : template),
              },
              {
                id: 'reason',
                head: <Trans>Reason</Trans>,
                card: 'detail',
                cell: (row) => (
                  <span className="two-lines">
                    <span>{reasons[row.reason]}</span>
                    <span>
                      <Plural value={row.tries} one="# try" other="# tries" />
                    </span>
                  </span>
                ),
              },
            ]}
            actionOf={(row) => (
              <Button
                small
                whyDisabled={away ?? (row.canGo ? null : t`It is too late for it; it can only be given up.`)}
                showWhy={false}
                onClick={() => void resend([row])}
              >
                <Trans>Send again</Trans>
              </Button>
            )}
            menuOf={(row) => ({
              name: row.to,
              items: [
                {
                  id: 'give-up',
                  label: <Trans>Stop sending</Trans>,
                  danger: true,
                  whyDisabled: away,
                  onSelect: () => setLeaving([row]),
                },
              ],
            })}
          />
        )}
      </Card>
      <div className="row">
        {before && (
          <Button onClick={() => setBefore(null)}>
            <Trans>Newest</Trans>
          </Button>
        )}
        {more && (
          <Button onClick={() => setBefore(letters.at(-1)?.id ?? null)}>
            <Trans>Older ones</Trans>
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        danger
        title={<Trans>Stop trying to send the message to {leaving?.[0]?.to}?</Trans>}
        keep={<Trans>Leave it in the list</Trans>}
        act={<Trans>Stop sending</Trans>}
        onConfirm={() => giveUp(leaving ?? [])}
      >
        <Trans>It will not be sent and its text is deleted. This cannot be undone.</Trans>
      </ConfirmDialog>
    </div>
  )
}
