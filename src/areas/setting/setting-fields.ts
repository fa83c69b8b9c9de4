import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { MASK, type SettingId } from '../../../contract/setting/setting.ts'
import { readMoney } from '../../ui/read-money.ts'

/** How one setting is shown and typed. `unit` follows a number. */
export type SettingField = {
  readonly name: string
  readonly label: MessageDescriptor
  readonly help?: MessageDescriptor
  readonly unit?: MessageDescriptor
  readonly kind:
    | 'number'
    | 'money'
    | 'text'
    | 'email'
    | 'url'
    | 'tel'
    | 'time'
    | 'hours'
    | 'currency'
    | 'zone'
    | 'languages'
    | 'secret'
  /** An empty text means none. */
  readonly nullable?: true
}
export type SettingSection = { readonly title: MessageDescriptor; readonly fields: readonly SettingField[] }

/** The holes of the pattern (contract/setting/setting.ts); as values, so that translations do not take them for theirs. */
const [CODE, CLINIC] = ['{code}', '{clinic}']

/** SCREENS B26: the three groups in sections. The contract has the schema of each field. */
export const SETTING_SECTIONS: Readonly<Record<SettingId, readonly SettingSection[]>> = {
  setting: [
    {
      title: msg`Booking`,
      fields: [
        { name: 'horizonDays', label: msg`How far ahead patients book`, kind: 'number', unit: msg`days` },
        {
          name: 'leadMinutes',
          label: msg`Shortest notice`,
          kind: 'number',
          unit: msg`minutes`,
          help: msg`Staff may book at any time.`,
        },
        { name: 'cancelHours', label: msg`Patients cancel or move until`, kind: 'number', unit: msg`hours before` },
        { name: 'holdMinutes', label: msg`Chosen time is held for`, kind: 'number', unit: msg`minutes` },
      ],
    },
    {
      title: msg`Bank transfer`,
      fields: [
        { name: 'transferKeepHours', label: msg`The time is kept for`, kind: 'number', unit: msg`hours` },
        { name: 'transferEndHours', label: msg`At the latest until`, kind: 'number', unit: msg`hours before` },
        { name: 'transferEarliestHours', label: msg`Not offered within`, kind: 'number', unit: msg`hours before` },
      ],
    },
    {
      title: msg`Money moved by hand`,
      fields: [
        {
          name: 'aloneTry',
          label: msg`One person alone, in Turkish lira`,
          kind: 'money',
          help: msg`The daily total. Anything credited, deducted or refunded above it needs a second person.`,
        },
        { name: 'aloneUsd', label: msg`One person alone, in US dollars`, kind: 'money' },
        { name: 'aloneEur', label: msg`One person alone, in euros`, kind: 'money' },
        { name: 'aloneGbp', label: msg`One person alone, in pounds`, kind: 'money' },
      ],
    },
    {
      title: msg`Reminders and SMS`,
      fields: [
        {
          name: 'reminderHours',
          label: msg`Reminders`,
          kind: 'hours',
          unit: msg`hours before`,
          help: msg`Several with a comma between: 24, 2`,
        },
        { name: 'quietFrom', label: msg`No SMS from`, kind: 'time' },
        { name: 'quietTo', label: msg`No SMS until`, kind: 'time' },
      ],
    },
    {
      title: msg`Online appointments`,
      fields: [
        {
          name: 'meetingPattern',
          label: msg`Address of meetings`,
          kind: 'url',
          nullable: true,
          help: msg`A new link is made for each appointment: ${CODE} becomes a secret code and ${CLINIC} the clinic’s short name. If this is empty, links are typed by hand.`,
        },
      ],
    },
    {
      title: msg`Accounts`,
      fields: [
        {
          name: 'passwordMin',
          label: msg`Shortest password of patients`,
          kind: 'number',
          unit: msg`characters`,
        },
        {
          name: 'passwordMinStaff',
          label: msg`Shortest password of staff`,
          kind: 'number',
          unit: msg`characters`,
          help: msg`For administrators, clinic users and doctors. 10 is a good choice.`,
        },
      ],
    },
    {
      title: msg`Platform`,
      fields: [
        { name: 'currency', label: msg`Currency of new clinics`, kind: 'currency' },
        {
          name: 'zone',
          label: msg`Time zone`,
          kind: 'zone',
          help: msg`Where a doctor has no clinic and none of their own.`,
        },
        { name: 'languages', label: msg`Languages`, kind: 'languages' },
        {
          name: 'bookingSiteUrl',
          label: msg`Booking site`,
          kind: 'url',
          nullable: true,
          help: msg`Patients get a link to it in their menu.`,
        },
        { name: 'supportEmail', label: msg`Support email`, kind: 'email', nullable: true },
        { name: 'supportPhone', label: msg`Support phone`, kind: 'tel', nullable: true },
      ],
    },
  ],
  mail: [
    {
      title: msg`Mail server`,
      fields: [
        {
          name: 'host',
          label: msg`Host`,
          kind: 'text',
          nullable: true,
          help: msg`A public address, such as smtp.example.com.`,
        },
        { name: 'port', label: msg`Port`, kind: 'number', help: msg`587 or 465 with TLS, 25 for a relay.` },
        { name: 'username', label: msg`Username`, kind: 'text', nullable: true },
        { name: 'password', label: msg`Password`, kind: 'secret' },
        { name: 'sender', label: msg`Sender’s address`, kind: 'email', nullable: true },
      ],
    },
  ],
  sms: [
    {
      title: msg`SMS provider`,
      fields: [
        {
          name: 'host',
          label: msg`Address of the gateway`,
          kind: 'text',
          nullable: true,
          help: msg`A public address, such as sms.example.com/send.`,
        },
        {
          name: 'header',
          label: msg`Sender’s name`,
          kind: 'text',
          nullable: true,
          help: msg`As the provider has registered it; 11 letters at most with most of them.`,
        },
        { name: 'key', label: msg`Key`, kind: 'secret' },
      ],
    },
  ],
}

export type Typed = Readonly<Record<string, string>>

/** The value of a secret's field that marks it for removal; a one-line field cannot hold it otherwise. */
export const REMOVED = '\n'

/** Fields that are written and never read, and so never part of a draft. */
export const secretsOf = (id: SettingId): readonly string[] =>
  fieldsOf(id).flatMap(({ name, kind }) => (kind === 'secret' ? [name] : []))

/**
 * The values as form text. A secret is never shown: its field is empty, and nothing changes unless something is typed.
 */
export function typedOf(id: SettingId, data: Readonly<Record<string, unknown>>): Typed {
  return Object.fromEntries(
    fieldsOf(id).map(({ name, kind }) => [name, kind === 'secret' ? '' : textOf(kind, data[name])]),
  )
}

/** The changed fields, as the contract takes them; unchanged ones are not sent. */
export function changesOf(
  id: SettingId,
  data: Readonly<Record<string, unknown>>,
  typed: Typed,
): Record<string, unknown> {
  const before = typedOf(id, data)
  return Object.fromEntries(
    fieldsOf(id)
      .filter(
        ({ name }) => typed[name] === REMOVED || (typed[name] !== undefined && typed[name].trim() !== before[name]),
      )
      .map((field) => [
        field.name,
        typed[field.name] === REMOVED ? null : valueOf(field, typed[field.name]?.trim() ?? ''),
      ]),
  )
}

export const fieldsOf = (id: SettingId): readonly SettingField[] => SETTING_SECTIONS[id].flatMap(({ fields }) => fields)

/** Whether a secret is stored, of which only the mask is known. */
export const isKept = (value: unknown): boolean => value === MASK

function textOf(kind: SettingField['kind'], value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'time')
    return `${String(Math.floor(Number(value) / 100)).padStart(2, '0')}:${String(Number(value) % 100).padStart(2, '0')}`
  if (kind === 'money') return (Number(value) / 100).toFixed(2)
  return Array.isArray(value) ? value.join(', ') : String(value)
}

function valueOf({ kind, nullable }: SettingField, typed: string): unknown {
  if (kind === 'number') return typed === '' ? null : Number(typed)
  if (kind === 'money') return readMoney(typed)
  if (kind === 'time') return typed === '' ? null : Number(typed.replace(':', ''))
  if (kind === 'hours')
    return typed
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(Number)
  if (kind === 'languages') return typed.split(', ').filter(Boolean)
  return typed === '' && nullable ? null : typed
}
