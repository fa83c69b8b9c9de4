import { Trans, useLingui } from '@lingui/react/macro'
import { CLINIC_TEXTS } from '../../../contract/clinic/clinic.fields.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
import { useDevice } from '../../screen/device.ts'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Field } from '../../ui/field.tsx'
import { MultilingualField } from '../../ui/multilingual-field.tsx'
import type { ClinicEdit } from './use-clinic-edit.ts'

/** What search engines show of the clinic's website. */
export function SeoPart({ edit: { values, set } }: { edit: ClinicEdit }) {
  const { t } = useLingui()
  return (
    <div className="stack card-body">
      <MultilingualField
        label={t`Title for search engines`}
        value={values.seoTitle}
        max={CLINIC_TEXTS.seoTitle}
        onChange={(seoTitle) => set({ seoTitle: [...seoTitle] })}
      />
      <MultilingualField
        label={t`Description for search engines`}
        value={values.seoDescription}
        max={CLINIC_TEXTS.seoDescription}
        onChange={(seoDescription) => set({ seoDescription: [...seoDescription] })}
      />
    </div>
  )
}

/** What people agree to when they register on this host (rule 54), and since when it is valid. */
export function LegalPart({ edit: { values, set } }: { edit: ClinicEdit }) {
  const { t } = useLingui()
  const { now } = useDevice()
  return (
    <div className="stack card-body">
      <MultilingualField
        label={t`Terms of use`}
        value={values.terms}
        max={CLINIC_TEXTS.terms}
        onChange={(terms) => set({ terms: [...terms] })}
      />
      <MultilingualField
        label={t`Data policy`}
        value={values.dataPolicy}
        max={CLINIC_TEXTS.dataPolicy}
        onChange={(dataPolicy) => set({ dataPolicy: [...dataPolicy] })}
      />
      <Field label={t`Effective from`} help={<Trans>The date of this wording; people’s consent names it.</Trans>}>
        <DatePicker
          value={values.legalDate ? Number(values.legalDate.replaceAll('-', '')) : null}
          today={todayIn(values.zone, now())}
          onChange={(day) =>
            set({ legalDate: day === null ? '' : String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') })
          }
        />
      </Field>
    </div>
  )
}
