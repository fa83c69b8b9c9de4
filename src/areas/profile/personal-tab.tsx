import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { LANGUAGE_NAMES, LANGUAGES } from '../../../contract/kernel/constants.ts'
import { isE164 } from '../../../contract/kernel/phone.rules.ts'
import type { Shown } from '../../db/row.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { MailWords } from '../patient/patient-words.tsx'
import { RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import { useFormDraft } from '../../screen/form-draft.ts'
import { LeaveGuard } from '../../screen/leave-guard.tsx'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card, KeyValues } from '../../ui/card.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { changeLanguage, changeProfile } from './commands.ts'
import { SecureDialog } from './secure-dialog.tsx'

type Values = { name: string; phone: string; zone: string; officePhone: string; website: string }

/**
 * One's own details: those that can be changed without a network, then those that open the account, which need the
 * password (SCREENS B2).
 */
export function PersonalTab({ profile }: { profile: Shown<'person'> }) {
  return (
    <div className="stack">
      <Details key={profile.version} profile={profile} />
      <LanguageCard />
      <Secure profile={profile} />
    </div>
  )
}

function Details({ profile }: { profile: Shown<'person'> }) {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const say = useSaySaved()
  const before = valuesOf(profile)
  const draft = useFormDraft<Values>('profile', before)
  const { values, set, dirty } = draft
  const [wrong, setWrong] = useState<readonly (keyof Values)[]>([])

  async function save(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const parts: (keyof Values)[] = [
      ...(values.name.trim() ? [] : (['name'] as const)),
      ...(isE164(values.phone) ? [] : (['phone'] as const)),
      ...(!values.website.trim() || isAddress(values.website) ? [] : (['website'] as const)),
    ]
    setWrong(parts)
    if (parts[0]) return document.getElementById(`profile-${parts[0]}`)?.focus()
    if (!dirty) return
    if (await say(() => changeProfile(device, changesOf(values, before)), t`Your profile`)) await draft.drop()
  }

  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Card title={<Trans>About you</Trans>} aside={<RecordChange of={profile} />}>
        <DraftNote draft={draft} />
        <div className="profile-fields">
          <Field id="profile-name" label={t`Name`} required error={wrong.includes('name') ? t`Enter your name.` : null}>
            <TextInput
              value={values.name}
              maxLength={200}
              autoComplete="name"
              onChange={(event) => set({ name: event.target.value })}
            />
          </Field>
          <PhoneInput
            id="profile-phone"
            value={values.phone}
            onChange={(phone) => set({ phone })}
            zone={device.zone}
            required
            error={wrong.includes('phone') ? t`Enter the full phone number, such as +90 530 555 00 50.` : null}
          />
          {device.person.type !== 'patient' && (
            <>
              <Field label={t`Office phone`}>
                <TextInput
                  type="tel"
                  value={values.officePhone}
                  maxLength={24}
                  autoComplete="off"
                  onChange={(event) => set({ officePhone: event.target.value })}
                />
              </Field>
              <Field
                id="profile-website"
                label={t`Website`}
                error={wrong.includes('website') ? t`Enter an address such as https://example.com.` : null}
              >
                <TextInput
                  type="url"
                  value={values.website}
                  maxLength={300}
                  autoComplete="url"
                  placeholder="https://"
                  onChange={(event) => set({ website: event.target.value })}
                />
              </Field>
            </>
          )}
          <Field label={t`Time zone`} help={<Trans>Empty: that of the clinic.</Trans>}>
            <Combobox
              options={ZONES}
              selected={values.zone ? { value: values.zone, label: values.zone } : null}
              onSelect={(option) => set({ zone: option?.value ?? '' })}
            />
          </Field>
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

/** A new language applies everywhere at once; the page reloads in it (SPEC §6). */
function LanguageCard() {
  const { t } = useLingui()
  const device = useDevice()
  return (
    <Card title={<Trans>Language</Trans>}>
      <Field
        label={t`Language of the app and of messages to you`}
        help={<Trans>The page reloads. Your other devices change too.</Trans>}
      >
        <NativeSelect
          value={device.person.lang}
          onChange={(event) => {
            const lang = LANGUAGES.find((each) => each === event.target.value)
            if (lang) void changeLanguage(device, lang)
          }}
        >
          {LANGUAGES.filter((each) => device.settings.languages.includes(each) || each === device.person.lang).map(
            (each) => (
              <option key={each} value={each} lang={each}>
                {LANGUAGE_NAMES[each]}
              </option>
            ),
          )}
        </NativeSelect>
      </Field>
    </Card>
  )
}

function Secure({ profile }: { profile: Shown<'person'> }) {
  const { t } = useLingui()
  const offline = useIsOffline()
  const [editing, setEditing] = useState<'email' | 'identity' | null>(null)
  const why = offline ? t`You need to be online to change this.` : null
  return (
    <Card title={<Trans>Email and identity</Trans>}>
      <KeyValues
        items={[
          { key: <Trans>Email</Trans>, value: <MailWords email={profile.email} /> },
          {
            key: profile.nonCitizen ? <Trans>Passport or other document</Trans> : <Trans>Identity number</Trans>,
            value: profile.identityEnd ? t`on file, ends in ${profile.identityEnd}` : t`none`,
          },
        ]}
      />
      <div className="row wrap profile-save">
        <Button whyDisabled={why} showWhy={false} onClick={() => setEditing('email')}>
          <Trans>Change the email</Trans>
        </Button>
        <Button whyDisabled={why} showWhy={false} onClick={() => setEditing('identity')}>
          <Trans>Change the identity number</Trans>
        </Button>
        {why && <span className="sm dim">{why}</span>}
      </div>
      {editing && <SecureDialog part={editing} profile={profile} onClose={() => setEditing(null)} />}
    </Card>
  )
}

const valuesOf = ({ name, phone, zone, officePhone, website }: Shown<'person'>): Values => ({
  name,
  phone: phone ?? '',
  zone: zone ?? '',
  officePhone: officePhone ?? '',
  website: website ?? '',
})

/** Only the fields that differ, so that an edit of another field on another device merges (rule 83). */
function changesOf(values: Values, before: Values) {
  return {
    ...(values.name !== before.name && { name: values.name.trim() }),
    ...(values.phone !== before.phone && { phone: values.phone }),
    ...(values.zone !== before.zone && { zone: values.zone || null }),
    ...(values.officePhone !== before.officePhone && { officePhone: values.officePhone.trim() || null }),
    ...(values.website !== before.website && { website: values.website.trim() || null }),
  }
}

const isAddress = (typed: string) => /^https?:$/.test(URL.parse(typed.trim())?.protocol ?? '')
const ZONES = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))
