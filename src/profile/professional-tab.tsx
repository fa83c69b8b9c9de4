import '../doctor/doctor.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isNotSaved } from '../sync-centre/commands.ts'
import { useClinics } from '../clinic/queries.ts'
import { editDoctor } from '../doctor/commands.ts'
import { DoctorCard } from '../doctor/doctor-card.tsx'
import { DoctorForm } from '../doctor/doctor-form.tsx'
import { DoctorPictures } from '../doctor/doctor-pictures.tsx'
import { changedFields, partFields, partOf, type DoctorPart } from '../doctor/doctor-values.ts'
import type { ShownDoctor } from '../doctor/queries.ts'
import { formatMoney, formatNumber } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { messages } from '../i18n/messages.ts'
import { RecordChange } from '../shell/change-tag.tsx'
import { useDevice } from '../shell/device.tsx'
import { DraftNote } from '../shell/draft-note.tsx'
import { useFormDraft } from '../shell/form-draft.ts'
import { LeaveGuard } from '../shell/leave-guard.tsx'
import { useIsOffline } from '../sync-centre/queries.ts'
import { Button } from '../ui/button.tsx'
import { Card, KeyValues } from '../ui/card.tsx'
import { showToast } from '../ui/toast.ts'

/** What patients choose a doctor by, kept by the doctor; the commission is read only (SCREENS B2, RULES 13). */
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
      showToast({ kind: 'on-device', title: t`Saved on this device`, text: t`Your card` })
    } catch (error) {
      if (!isNotSaved(error)) throw error
      showToast({ kind: 'failed', title: i18n._(messages.not_saved) })
    }
  }
  return (
    <form className="stack" noValidate onSubmit={(event) => void save(event)}>
      <Card title={<Trans>Your card</Trans>} aside={<RecordChange of={doctor} />}>
        <DraftNote draft={draft} />
        <DoctorForm
          value={part}
          onChange={draft.set}
          errors={{ branchIds: missing ? t`Please choose a branch.` : null }}
        />
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
      <Terms doctor={doctor} />
      <LeaveGuard draft dirty={dirty} />
    </form>
  )
}

/** The card as it will be once what is typed is saved. */
const asTyped = (doctor: ShownDoctor, { title, city, languages, branchIds }: DoctorPart): ShownDoctor => ({
  ...doctor,
  title,
  city,
  languages: [...languages],
  branchId: branchIds[0] ?? null,
})

function Terms({ doctor }: { doctor: ShownDoctor }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { house } = useDevice()
  const clinics = useClinics()
  const { commissionType, commissionRatio, commissionAmount } = doctor
  const currency = clinics?.get(doctor.clinicIds[0] ?? '')?.currency ?? house.currency
  const commission =
    commissionType === 'ratio' && typeof commissionRatio === 'number'
      ? `${formatNumber(commissionRatio, language)} %`
      : commissionType === 'amount' && typeof commissionAmount === 'number'
        ? formatMoney(commissionAmount, currency, language)
        : t`none`
  const names = doctor.clinicIds.flatMap((id) => clinics?.get(id)?.name ?? [])
  return (
    <Card title={<Trans>Agreed with the platform</Trans>}>
      <KeyValues
        items={[
          { key: <Trans>Commission</Trans>, value: commission },
          { key: <Trans>Clinics</Trans>, value: names.join(', ') || t`none` },
        ]}
      />
    </Card>
  )
}
