import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { BLOOD_TYPES, GENDERS } from '../../../contract/patient/patient.ts'
import { isE164 } from '../../../contract/kernel/phone.rules.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
import type { Shown } from '../../db/row.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { updatePatient } from '../patient/commands.ts'
import { AllergyField } from '../patient/allergy-field.tsx'
import { inputOf, valuesOf, type PatientValues } from '../patient/form-values.ts'
import { useGenders } from '../patient/patient-words.tsx'
import { RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import { useFormDraft } from '../../screen/form-draft.ts'
import { LeaveGuard } from '../../screen/leave-guard.tsx'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Field } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/**
 * The medical part of a patient's own card (SCREENS B2); changed here, visible to the clinics and doctors that know
 * them.
 */
export function MedicalTab({ card }: { card: Shown<'patient'> }) {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const say = useSaySaved()
  const genders = useGenders()
  const before = valuesOf(card)
  const draft = useFormDraft<PatientValues>('profile medical', before)
  const { values, set } = draft
  const [wrong, setWrong] = useState(false)
  const changes = inputOf(values, before)
  const dirty = Object.keys(changes).length > 0

  async function save(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const bad = values.emergencyPhone !== '' && !isE164(values.emergencyPhone)
    setWrong(bad)
    if (bad) return document.getElementById('medical-emergency')?.focus()
    if (dirty && (await say(() => updatePatient(device, card.id, changes), t`Your medical details`))) await draft.drop()
  }
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Card title={<Trans>For your doctors</Trans>} aside={<RecordChange of={card} />}>
        <DraftNote draft={draft} />
        <div className="profile-fields">
          <Field label={t`Date of birth`}>
            <DatePicker
              value={values.birth}
              today={todayIn(device.zone, device.now())}
              max={todayIn(device.zone, device.now())}
              onChange={(birth) => set({ birth })}
            />
          </Field>
          <Field label={t`Gender`}>
            <NativeSelect
              value={values.gender}
              onChange={({ target }) => set({ gender: GENDERS.find((each) => each === target.value) ?? '' })}
            >
              <option value="">{t`not recorded`}</option>
              {GENDERS.map((each) => (
                <option key={each} value={each}>
                  {genders[each]}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Field label={t`Blood type`}>
            <NativeSelect
              value={values.bloodType}
              onChange={({ target }) => set({ bloodType: BLOOD_TYPES.find((each) => each === target.value) ?? '' })}
            >
              <option value="">{t`not recorded`}</option>
              {BLOOD_TYPES.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </NativeSelect>
          </Field>
          <AllergyField value={values} onChange={set} own />
          <Field label={t`Who to call in an emergency`}>
            <TextInput
              value={values.emergencyName}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => set({ emergencyName: target.value })}
            />
          </Field>
          <PhoneInput
            id="medical-emergency"
            label={t`Their phone`}
            value={values.emergencyPhone}
            onChange={(emergencyPhone) => set({ emergencyPhone })}
            zone={device.zone}
            autoComplete="off"
            error={wrong ? t`Enter the full phone number, such as +90 530 555 00 50.` : null}
          />
        </div>
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
      <LeaveGuard draft dirty={dirty} />
    </form>
  )
}
