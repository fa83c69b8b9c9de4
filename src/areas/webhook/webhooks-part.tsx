import './webhook.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { WEBHOOKS_MOST } from '../../../contract/webhook/webhook.rules.ts'
import type { Webhook } from '../../../contract/webhook/webhook.ts'
import { wordOf } from '../../i18n/word-of.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { MenuItem } from '../../ui/menu-items.ts'
import { Note } from '../../ui/note.tsx'
import { Empty, ListSkeleton, LoadError, NotOnDevice } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.ts'
import { deleteWebhook, rotateSecret, sendTest } from './commands.ts'
import { useWebhooks } from './queries.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookState } from './webhook-state.tsx'
import { KIND_WORDS } from './webhook-words.ts'

type Doing = { readonly what: 'edit' | 'rotate' | 'delete'; readonly webhook: Webhook | null }

/** Whom the clinic's own software is told by (decision 0164): addresses, their events and how they fare. Its users only. */
export function WebhooksPart() {
  const { t, i18n } = useLingui()
  const { zone } = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const { value, problem, at, again } = useWebhooks()
  const [doing, setDoing] = useState<Doing | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  if (!value)
    return (
      <div className="card-body">
        {offline || problem?.kind === 'unreachable' ? (
          <NotOnDevice action={<Button onClick={again}>{t`Try again`}</Button>}>
            <Trans>Webhooks are not kept on devices. Go online to see them.</Trans>
          </NotOnDevice>
        ) : problem ? (
          <LoadError onRetry={again}>{words(problem)}</LoadError>
        ) : (
          <ListSkeleton rows={2} />
        )}
      </div>
    )
  const { webhooks } = value
  const why = offline ? t`You need to be online to change this.` : null
  const shown = doing?.webhook ?? null
  const host = shown ? hostOf(shown.url) : ''
  const close = () => setDoing(null)
  const test = async (webhook: Webhook) => {
    const outcome = await sendTest(webhook.id)
    showToast(
      outcome.kind === 'done'
        ? { title: t`A test is on its way`, text: t`Its deliveries show whether it arrived.` }
        : { kind: 'failed', title: words(outcome) },
    )
    again()
  }
  const itemsOf = (webhook: Webhook): MenuItem[] => [
    { id: 'test', label: t`Send a test`, whyDisabled: why, onSelect: () => void test(webhook) },
    { id: 'edit', label: t`Edit`, whyDisabled: why, onSelect: () => setDoing({ what: 'edit', webhook }) },
    { id: 'rotate', label: t`New secret`, whyDisabled: why, onSelect: () => setDoing({ what: 'rotate', webhook }) },
    {
      id: 'delete',
      label: t`Delete`,
      danger: true,
      whyDisabled: why,
      onSelect: () => setDoing({ what: 'delete', webhook }),
    },
  ]
  const add = (
    <Button
      whyDisabled={why ?? (webhooks.length >= WEBHOOKS_MOST ? t`At most ${WEBHOOKS_MOST} webhooks.` : null)}
      onClick={() => setDoing({ what: 'edit', webhook: null })}
    >
      <Plus aria-hidden="true" />
      <Trans>Add a webhook</Trans>
    </Button>
  )
  return (
    <div className="card-body stack">
      {problem && <LoadError onRetry={again}>{words(problem)}</LoadError>}
      {webhooks.some(({ offAt }) => offAt) && (
        <Note tone="failed" title={<Trans>A webhook was switched off</Trans>}>
          <Trans>
            Nothing had arrived there for days. Edit it to switch it on again, then send what was given up again.
          </Trans>
        </Note>
      )}
      {webhooks.length === 0 ? (
        <Empty icon={<WebhookIcon className="icon-lg" />} title={<Trans>No webhooks yet</Trans>}>
          <Trans>
            A webhook tells your own software that an appointment, a payment, a patient or a doctor has changed. It
            names the record and says nothing of it: your software reads it by the API.
          </Trans>
        </Empty>
      ) : (
        <Table
          label={t`Webhooks`}
          rows={webhooks}
          keyOf={({ id }) => id}
          markOf={({ failingSince, active }) => (active && failingSince ? 'failed' : null)}
          menuOf={(webhook) => ({ name: hostOf(webhook.url), items: itemsOf(webhook) })}
          columns={[
            {
              id: 'url',
              head: <Trans>Address</Trans>,
              card: 'title',
              cell: ({ url }) => <span className="webhook-url">{url}</span>,
            },
            {
              id: 'kinds',
              head: <Trans context="of a webhook">Events</Trans>,
              card: 'detail',
              cell: ({ kinds }) => kinds.map((kind) => i18n._(wordOf(KIND_WORDS, kind))).join(', '),
            },
            {
              id: 'state',
              head: <Trans>State</Trans>,
              card: 'status',
              cell: (webhook) => <WebhookState webhook={webhook} zone={zone} at={at ?? 0} />,
            },
            {
              id: 'deliveries',
              head: <Trans>Deliveries</Trans>,
              card: 'detail',
              cell: ({ id, url, waiting, dead }) => (
                <Link to="/webhook/$id" params={{ id }} search={{}} aria-label={t`Deliveries to ${hostOf(url)}`}>
                  {dead ? (
                    <Plural value={dead} one="# given up" other="# given up" />
                  ) : waiting ? (
                    <Plural value={waiting} one="# on its way" other="# on their way" />
                  ) : (
                    <Trans>Show deliveries</Trans>
                  )}
                </Link>
              ),
            },
          ]}
        />
      )}
      {/* in one place, so that the focus comes back to it */}
      <div>{add}</div>
      {doing?.what === 'edit' && (
        <WebhookForm
          webhook={shown}
          onClose={close}
          onSaved={(made) => {
            close()
            again()
            if (made === null) showToast({ kind: 'saved', title: t`Saved` })
            else setSecret(made)
          }}
        />
      )}
      {doing?.what === 'rotate' && shown && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={<Trans>A new secret for {host}?</Trans>}
          keep={<Trans>Keep the old one</Trans>}
          act={<Trans>Make a new secret</Trans>}
          whyDisabled={why}
          onConfirm={async () => {
            const outcome = await rotateSecret(shown.id)
            if (outcome.kind === 'done') setSecret(outcome.reply.secret)
            else showToast({ kind: 'failed', title: words(outcome) })
            again()
          }}
        >
          <Trans>For 24 hours every delivery is signed by both, so that your software can change over.</Trans>
        </ConfirmDialog>
      )}
      {doing?.what === 'delete' && shown && (
        <ConfirmDialog
          open
          onOpenChange={close}
          danger
          title={<Trans>Delete the webhook to {host}?</Trans>}
          keep={<Trans>Keep it</Trans>}
          act={<Trans>Delete the webhook</Trans>}
          whyDisabled={why}
          onConfirm={async () => {
            const outcome = await deleteWebhook(shown.id)
            showToast(
              outcome.kind === 'done'
                ? { kind: 'saved', title: t`The webhook was deleted` }
                : { kind: 'failed', title: words(outcome) },
            )
            again()
          }}
        >
          <Trans>Its deliveries go with it, also those that have not arrived. This cannot be undone.</Trans>
        </ConfirmDialog>
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </div>
  )
}

const hostOf = (url: string) => URL.parse(url)?.hostname ?? url
