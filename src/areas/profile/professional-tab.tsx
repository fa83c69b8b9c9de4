import '../doctor/doctor.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { editDoctor } from '../doctor/commands.ts'
import { DoctorCard } from '../doctor/doctor-card.tsx'
import { DoctorForm } from '../doctor/doctor-form.tsx'
import { DoctorPictures } from '../doctor/doctor-pictures.tsx'
import { changedFields, partFields, partOf, type DoctorPart } from '../doctor/doctor-values.ts'
import type { ShownDoctor } from '../doctor/queries.ts'
import { messages } from '../../i18n/messages.ts'
import { RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import { useFormDraft } from '../../screen/form-draft.ts'
import { LeaveGuard } from '../../screen/leave-guard.tsx'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { showToast } from '../../ui/toast.ts'

/** The facts patients choose a doctor by, kept by the doctor; the commission is read-only (SCREENS B2, RULES 13). */
export function ProfessionalTab({ doctor }: { doctor: ShownDoctor }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const before = partOf(doctor)
  const draft = useFormDraft<DoctorPart>('profile professional', before)
  const part = draft.values
  const [missing, setMissing] = useState(false)
  const changes = changedFields(partFields(before), partFields(part))
  const dirty = Object.keys(changes).length > 0

  async function save(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setMissing(part.branchIds.length === 0)
    if (!dirty || part.branchIds.length === 0) return
    try {
      await editDoctor(device, doctor.id, changes)
      await draft.drop()
      showToast({ kind: 'on-device', title: t`Saved on this device`, text: t`Your profile` })
    } catch (error) {
      if (!isNotSaved(error)) throw error
      showToast({ kind: 'failed', title: i18n._(messages.not_saved) })
    }
  }
  return (
    <form className="stack" noValidate onSubmit={(event) => void save(event)}>
      <Card title={<Trans>Your profile</Trans>} aside={<RecordChange of={doctor} />}>
        <DraftNote draft={draft} />
        <DoctorForm value={part} onChange={draft.set} errors={{ branchIds: missing ? t`Choose a specialty.` : null }} />
        <div className="row wrap profile-save">
          <Button
            type="submit"
            look="primary"
            whyDisabled={dirty ? null : t`Nothing has been changed.`}
            showWhy={false}
          >
            {offline ? <Trans>Save on this device</Trans> : <Trans>Save</Trans>}
          </Button>
        </div>
      </Card>
      <DoctorPictures doctor={doctor} />
      <Card title={<Trans>As patients see you</Trans>}>
        <DoctorCard doctor={asTyped(doctor, part)} />
      </Card>
      <Terms />
      <LeaveGuard draft dirty={dirty} />
    </form>
  )
}

/** The card with what is typed, as it will be once saved. */
const asTyped = (doctor: ShownDoctor, { title, city, languages, branchIds }: DoctorPart): ShownDoctor => ({
  ...doctor,
  title,
  city,
  languages: [...languages],
  branchId: branchIds[0] ?? null,
})

/** The terms with each clinic have their own screen (rule 33). */
function Terms() {
  return (
    <Card title={<Trans>Clinics and commission</Trans>}>
      <Link to="/my-clinics" className="btn">
        <Trans>My clinics</Trans>
      </Link>
    </Card>
  )
}
