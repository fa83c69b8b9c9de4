import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarSync, Plus, Printer } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton, Why } from '../../ui/button.tsx'
import { Checkbox, RadioGroup, Switch } from '../../ui/choice.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { PasswordStrength } from '../../ui/password-strength.tsx'
import { Stars, StarsInput, type StarCount } from '../../ui/stars.tsx'
import { PasswordInput, SearchInput, TextArea, TextInput } from '../../ui/text-input.tsx'
import { Part } from './part.tsx'

/** Buttons, text inputs, checkboxes and switches. */
export function Controls() {
  return (
    <>
      <Buttons />
      <Fields />
    </>
  )
}

function Buttons() {
  const { t } = useLingui()
  return (
    <Part title={<Trans>Buttons</Trans>} help={<Trans>One full button per view.</Trans>}>
      <div className="row wrap">
        <Button look="primary">
          <Plus />
          <Trans>Confirm the visit</Trans>
        </Button>
        <Button>
          <CalendarSync />
          <Trans>Reschedule</Trans>
        </Button>
        <Button look="quiet">
          <Trans>Show more</Trans>
        </Button>
        <Button look="danger">
          <Trans>Cancel the visit</Trans>
        </Button>
        <Button look="danger-solid">
          <Trans>Cancel for good</Trans>
        </Button>
        <IconButton label={t`Print`} icon={<Printer />} />
        <IconButton look="quiet" label={t`Print`} icon={<Printer />} />
        <LinkButton href="#buttons">
          <Trans>A link as a button</Trans>
        </LinkButton>
      </div>
      <div className="row wrap" style={{ columnGap: 'var(--s-6)' }}>
        <Button small>
          <Trans>Small</Trans>
        </Button>
        <IconButton small label={t`Print`} icon={<Printer />} />
        <Button whyDisabled={t`Needs a connection.`}>
          <Trans>Pay by card</Trans>
        </Button>
        <Button look="primary" whyDisabled={t`The visit has not begun.`}>
          <Trans>Complete</Trans>
        </Button>
      </div>
      <div className="gallery-columns">
        <Button block whyDisabled={t`In the last 24 hours the clinic cancels: 0216 555 04 40`}>
          <Trans>Cancel my visit</Trans>
        </Button>
        <Why>
          <Trans>If you cancel now, 1.800,00 ₺ go back to the patient’s wallet.</Trans>
        </Why>
      </div>
    </Part>
  )
}

function Fields() {
  const { t } = useLingui()
  const [stars, setStars] = useState<StarCount | null>(4)
  const [sex, setSex] = useState<'f' | 'm' | null>('f')
  const [price, setPrice] = useState<number | null>(125_050)
  return (
    <Part title={<Trans>Fields</Trans>}>
      <div className="gallery-columns">
        <Field label={<Trans>Name</Trans>} required>
          <TextInput defaultValue="Karl-Friedrich Schönhuber-Wiedemann" autoComplete="off" />
        </Field>
        <Field
          id="phone"
          label={<Trans>Telephone</Trans>}
          error={<Trans>Digits are missing. Example: 0170 5550 118</Trans>}
        >
          <TextInput type="tel" defaultValue="0170 55" autoComplete="off" />
        </Field>
        <Field label={<Trans>Insurance</Trans>} help={<Trans>Can be changed after the clinic has agreed.</Trans>}>
          <TextInput disabled defaultValue="Techniker Krankenkasse" />
        </Field>
        <Field
          label={<Trans>Password</Trans>}
          aside={
            <a href="#forgot">
              <Trans>Forgotten?</Trans>
            </a>
          }
        >
          <PasswordInput defaultValue="Demo!2026" />
        </Field>
        <div className="stack">
          {([0, 1, 2, 3, 4] as const).map((score) => (
            <PasswordStrength key={score} score={score} />
          ))}
        </div>
        <Field label={<Trans>Reason</Trans>} required>
          <NativeSelect>
            <option>{t`Doctor is ill`}</option>
            <option>{t`The patient asked for it`}</option>
          </NativeSelect>
        </Field>
        <Field label={<Trans>Price</Trans>}>
          <MoneyInput value={price} onChange={setPrice} />
        </Field>
        <SearchInput label={t`Search`} placeholder={t`Name, telephone, number`} />
        <Field label={<Trans>Note</Trans>} aside="42 / 500">
          <TextArea defaultValue="Merdiven çıkarken nefesim kesiliyor" />
        </Field>
        <FieldGroup label={<Trans>Stars</Trans>}>
          <StarsInput name="stars" value={stars} onChange={setStars} />
        </FieldGroup>
        <Stars value={4} />
        <FieldGroup label={<Trans>Sex</Trans>}>
          <RadioGroup
            name="sex"
            value={sex}
            onChange={setSex}
            options={[
              { value: 'f', label: <Trans>Female</Trans> },
              { value: 'm', label: <Trans>Male</Trans>, help: <Trans>As on the identity card</Trans> },
            ]}
          />
        </FieldGroup>
        <div>
          <Checkbox defaultChecked>
            <Trans>
              I agree to the <a href="#terms">privacy policy</a>
            </Trans>
          </Checkbox>
          <FieldGroup
            label={<Trans>Terms</Trans>}
            error={<Trans>Without your consent we cannot open an account.</Trans>}
          >
            <Checkbox>
              <Trans>I agree to the terms</Trans>
            </Checkbox>
          </FieldGroup>
          <Checkbox disabled defaultChecked>
            <Trans>Messages about the visit</Trans>
          </Checkbox>
          <div className="row wrap" style={{ gap: 'var(--s-6)' }}>
            <Switch defaultChecked>
              <Trans>Reminders by SMS</Trans>
            </Switch>
            <Switch>
              <Trans>Quiet hours</Trans>
            </Switch>
          </div>
        </div>
      </div>
    </Part>
  )
}
