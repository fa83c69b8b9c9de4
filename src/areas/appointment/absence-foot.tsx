import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { FilterChip } from '../../ui/chip.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { sumUp } from './absence.ts'

export type AbsenceSum = ReturnType<typeof sumUp>

/**
 * The reason, whether the days are closed too, and the button; acts that cannot be undone need a confirmation (SPEC
 * §4).
 */
export function AbsenceFoot({
  sum,
  reasons,
  closing,
  onClosing,
  onAct,
}: {
  sum: AbsenceSum
  /** Common reasons for cancelling. */
  reasons: readonly string[]
  /** Whether to close the days for booking; null if they are closed already. */
  closing: boolean | null
  onClosing: (on: boolean) => void
  onAct: (reason: string) => Promise<void>
}) {
  const { t } = useLingui()
  const { person } = useDevice()
  const [reason, setReason] = useState('')
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { moved, cancelled, undecided } = sum
  const why =
    undecided > 0
      ? t`Choose a time for everyone who is moved.`
      : moved.length + cancelled.length === 0 && !closing
        ? t`Decide about at least one appointment.`
        : cancelled.length > 0 && reason.trim() === ''
          ? t`Give a reason.`
          : null

  async function act() {
    setBusy(true)
    try {
      await onAct(reason.trim())
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <div className="absence-ask stack">
        {cancelled.length > 0 && (
          <FieldGroup label={<Trans>Reason for cancelling</Trans>} required>
            <div className="row wrap">
              {reasons.map((each) => (
                <FilterChip key={each} on={reason === each} onToggle={() => setReason(reason === each ? '' : each)}>
                  {each}
                </FilterChip>
              ))}
            </div>
            <Field label={<Trans>In other words</Trans>}>
              <TextInput value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
            </Field>
          </FieldGroup>
        )}
        {closing !== null && (
          <Checkbox
            checked={closing}
            onChange={({ target }) => onClosing(target.checked)}
            help={
              person.type === 'doctor' ? (
                <Trans>No one can book these times, in any clinic.</Trans>
              ) : (
                <Trans>No one can book these times. You can open them again under Availability.</Trans>
              )
            }
          >
            <Trans>Close these days for booking first</Trans>
          </Checkbox>
        )}
      </div>
      <div className="close-foot">
        <p className="sm grow">
          <Trans>
            Moved appointments keep their price. What was paid for a cancelled one is refunded in full. Cancelling
            cannot be undone once it has been sent.
          </Trans>
        </p>
        <Button
          look="primary"
          aria-busy={busy || undefined}
          whyDisabled={why}
          onClick={() => (cancelled.length > 0 ? setAsking(true) : void act())}
        >
          {busy ? <Trans>One moment…</Trans> : <ActWords sum={sum} closing={closing} />}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        danger
        onOpenChange={setAsking}
        title={<Plural value={cancelled.length} one="Cancel # appointment?" other="Cancel # appointments?" />}
        keep={<Trans>Look again</Trans>}
        act={<ActWords sum={sum} closing={closing} />}
        onConfirm={act}
      >
        <p>{cancelled.map(({ patientName }) => patientName).join(', ')}</p>
        <p>
          <Trans>Reason: {reason.trim()}</Trans>
        </p>
      </ConfirmDialog>
    </>
  )
}

/** What a press does, in figures. */
function ActWords({ sum: { moved, cancelled }, closing }: { sum: AbsenceSum; closing: boolean | null }) {
  const [moves, cancels] = [moved.length, cancelled.length]
  if (moves === 0 && cancels === 0)
    return closing === null ? <Trans>Move or cancel</Trans> : <Trans>Close these days</Trans>
  if (cancels === 0) return <Plural value={moves} one="Move # appointment" other="Move # appointments" />
  if (moves === 0) return <Plural value={cancels} one="Cancel # appointment" other="Cancel # appointments" />
  return (
    <>
      <Plural value={moves} one="Move # appointment" other="Move # appointments" />
      {' · '}
      <Plural value={cancels} one="cancel # appointment" other="cancel # appointments" />
    </>
  )
}
