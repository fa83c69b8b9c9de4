import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Entry } from '../../db/entry.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { fetchUpdate } from '../../screen/update.ts'
import { Button } from '../../ui/button.tsx'
import { Card, KeyValues } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Note } from '../../ui/note.tsx'
import { dependantsOf } from '../../screen/commands-waiting.ts'
import { exported } from './entry-actions.tsx'
import { useEntryWords } from '../../screen/entry-words.ts'
import { mayHoldThere, type EntryRecord } from '../../screen/queries-waiting.ts'
import { useParkedActs } from './use-parked-acts.tsx'

/**
 * A change that another build of the app has queued and this one cannot read. Its content is not shown, since this
 * build would guess. It is kept whole, is sent automatically once a build that knows it is here, and ends before that
 * only if its person discards it (I2).
 */
export function UnknownView({ entry, record }: { entry: Entry; record: EntryRecord | undefined }) {
  const { t } = useLingui()
  const device = useDevice()
  const words = useEntryWords()
  const { discard } = useParkedActs(entry)
  const [asking, setAsking] = useState<number | null>(null)
  const about = words.about(record)
  return (
    <Card title={[words.title(entry), about].filter(Boolean).join(': ')}>
      <div className="stack">
        <Note
          tone="failed"
          title={
            <Trans>This change was made with another version of the app, and this version does not know it.</Trans>
          }
        >
          <Trans>
            It is kept as it is and has not been sent. It is sent automatically once a version that knows it is
            installed. Everything else continues.
          </Trans>
        </Note>
        <KeyValues
          items={[
            { key: t`About`, value: about || t`not known in this version` },
            { key: t`Made at`, value: formatDateTime(entry.madeAt, record?.zone ?? device.zone) },
            { key: t`Made by`, value: entry.by },
          ]}
        />
        <div className="row wrap">
          <Button small onClick={() => void fetchUpdate()}>
            <Trans>Update now</Trans>
          </Button>
          <CopyButton value={exported(entry)} label={t`Copy the change`}>
            <Trans>Copy the change</Trans>
          </CopyButton>
          <Button
            small
            look="danger"
            onClick={() => void dependantsOf(device, entry).then((all) => setAsking(all.length))}
          >
            <Trans>Discard</Trans>
          </Button>
        </div>
        <ConfirmDialog
          open={asking !== null}
          onOpenChange={(open) => {
            if (!open) setAsking(null)
          }}
          danger
          typed={t`discard`}
          title={<Trans>Discard this change?</Trans>}
          keep={<Trans>Keep it</Trans>}
          act={<Trans>Discard the change</Trans>}
          onConfirm={discard}
        >
          {mayHoldThere(entry) ? (
            <Trans>It was sent once, by the other version: the server may already have it.</Trans>
          ) : (
            <Trans>It has never been sent. What it says is lost.</Trans>
          )}
          {asking ? (
            <>
              {' '}
              <Plural
                value={asking}
                one="# change that depends on it is removed too."
                other="# changes that depend on it are removed too."
              />
            </>
          ) : null}
        </ConfirmDialog>
      </div>
    </Card>
  )
}
