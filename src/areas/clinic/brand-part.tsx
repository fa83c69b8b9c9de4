import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CLINIC_TEXTS } from '../../../contract/clinic/clinic.fields.ts'
import type { Shown } from '../../db/row.ts'
import { removeImage, uploadImage } from '../file/commands.ts'
import { FileImage } from '../file/file-image.tsx'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Field } from '../../ui/field.tsx'
import { PhotoField } from '../../ui/photo-field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { BrandPreviews } from './brand-preview.tsx'
import { ColourField } from './colour-field.tsx'
import { CssField } from './css-field.tsx'
import type { ClinicEdit } from './use-clinic-edit.ts'

/** Logo, colour, the name on home screens, page CSS. */
export function BrandPart({
  edit: { values, before, set, wrong },
  clinic,
}: {
  edit: ClinicEdit
  clinic: Shown<'clinic'>
}) {
  const { t } = useLingui()
  return (
    <div className="clinic-fields card-body">
      <div className="whole">
        <Logo clinic={clinic} />
      </div>
      <ColourField
        id="clinic-brand"
        value={values.brand}
        onChange={(brand) => set({ brand })}
        isWrong={wrong.includes('brand')}
      />
      <Field
        label={t`Name under the icon`}
        aside={`${values.appName.length} / ${CLINIC_TEXTS.appName}`}
        help={<Trans>On home screens, where the clinic’s name is too long.</Trans>}
      >
        <TextInput
          value={values.appName}
          maxLength={CLINIC_TEXTS.appName}
          autoComplete="off"
          onChange={(event) => set({ appName: event.target.value })}
        />
      </Field>
      <div className="whole">
        <BrandPreviews colour={values.brand} name={values.name} logoId={clinic.logoId} />
      </div>
      <div className="whole">
        <CssField value={values.css} before={before.css} onChange={(css) => set({ css })} />
      </div>
    </div>
  )
}

/** Uploaded at once, since the server may refuse its content (TRUST D9). */
function Logo({ clinic }: { clinic: Shown<'clinic'> }) {
  const { t, i18n } = useLingui()
  const { kick } = useDevice()
  const offline = useIsOffline()
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const { logoId } = clinic
  async function choose(file: File) {
    setError(null)
    setProgress(0)
    const outcome = await uploadImage('logo', file, clinic.id, setProgress)
    setProgress(null)
    if (outcome.kind === 'refused') setError(i18n._(messages[outcome.code]))
    kick()
  }
  async function remove() {
    const why = logoId ? await removeImage(logoId) : null
    if (why) setError(i18n._(messages[why]))
    kick()
  }
  return (
    <PhotoField
      label={t`Logo`}
      shape="square"
      preview={logoId ? <FileImage id={logoId} size={480} alt={t`Logo of ${clinic.name}`} /> : null}
      help={
        <Trans>Shown on the sign-in page and home screens. Ideally 512 × 512 pixels on a transparent background.</Trans>
      }
      error={error}
      progress={progress}
      whyDisabled={offline ? t`You need to be online to upload pictures.` : null}
      onChoose={(file) => void choose(file)}
      onRemove={logoId ? () => void remove() : undefined}
    />
  )
}
