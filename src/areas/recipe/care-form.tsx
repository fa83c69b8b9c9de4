import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { ShownVisit } from '../appointment/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import type { FormDraft } from '../../screen/form-draft.ts'
import { LeaveGuard } from '../../screen/leave-guard.tsx'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { VisitField } from './visit-field.tsx'

/**
 * The frame of the forms for recipes and reports: the restored draft, the visit it belongs to, save and cancel. `check`
 * focuses what is missing and returns false; `onSave` returns whether it is stored on this device.
 */
export function CareForm<Values extends { readonly appointmentId: string }>({
  draft,
  visits,
  check,
  onSave,
  onClose,
  children,
}: {
  draft: FormDraft<Values>
  visits: readonly ShownVisit[]
  check: () => boolean
  onSave: () => Promise<boolean>
  onClose: () => void
  children: ReactNode
}) {
  const { person } = useDevice()
  const offline = useIsOffline()
  const [busy, setBusy] = useState(false)
  const own = visits.filter(({ doctorId, status }) => doctorId === person.id && status !== 'cancelled')

  async function save() {
    if (!check() || busy) return
    setBusy(true)
    const saved = await onSave()
    setBusy(false)
    if (!saved) return
    await draft.drop()
    onClose()
  }
  return (
    <form
      className="care-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <DraftNote draft={draft} />
      {children}
      <VisitField
        visits={own}
        value={draft.values.appointmentId}
        // every such draft has this field
        onChange={(appointmentId) => draft.set({ appointmentId } as Partial<Values>)}
      />
      <div className="row wrap">
        <Button type="submit" look="primary" aria-busy={busy || undefined}>
          {offline ? <Trans>Save on this device</Trans> : <Trans>Save and show the patient</Trans>}
        </Button>
        <Button
          onClick={() => {
            void draft.drop()
            onClose()
          }}
        >
          <Trans>Discard the draft</Trans>
        </Button>
      </div>
      <LeaveGuard dirty={draft.dirty} draft />
    </form>
  )
}
