import * as v from 'valibot'
import { isoDay, requiredText, text } from '../../../contract/kernel/fields.ts'
import { typedPhone } from '../../../contract/kernel/phone.rules.ts'
import { badFields } from '../../http/answer.ts'
import { Refused } from '../../kernel/refused.ts'
import { phoneToKeep } from '../../kernel/phone.ts'
import type { Typed } from './guest-booking.ts'

type Field = keyof Typed
type Form = Readonly<Record<string, unknown>>

/** What the form says, or its wrong fields. Days are also taken as people write them: 17.05.1980. */
export function readTyped(
  form: Form,
  { zone, now, hasSms }: { readonly zone: string; readonly now: number; readonly hasSms: boolean },
): { readonly typed: Typed } | { readonly wrong: ReadonlySet<string> } {
  const typedIn = (name: Field) => (typeof form[name] === 'string' ? form[name].trim() : '')
  const by = hasSms && typedIn('by') !== 'mail' ? 'sms' : 'mail'
  const whom = typedIn('whom') === 'other' ? 'other' : 'self'
  const read = v.safeParse(Shape, {
    name: typedIn('name'),
    phone: typedIn('phone'),
    email: typedIn('email'),
    birthDate: isoOf(typedIn('birthDate')),
    booker: typedIn('booker'),
    pay: typedIn('pay'),
  })
  const wrong = new Set(read.success ? [] : Object.keys(badFields(read.issues).fields))
  const phone = wrong.has('phone') ? null : e164Of(typedIn('phone'), zone)
  if (!phone) wrong.add('phone')
  if (by === 'mail' && typedIn('email') === '') wrong.add('email')
  if (whom === 'other' && typedIn('booker') === '') wrong.add('booker')
  if (isoOf(typedIn('birthDate')) > new Date(now).toISOString().slice(0, 10)) wrong.add('birthDate')
  if (!read.success || !phone || wrong.size > 0) return { wrong }
  return { typed: { ...read.output, phone, by, whom } }
}

const Shape = v.object({
  name: v.pipe(
    requiredText(200),
    v.check((name) => (name.match(/\p{L}/gu)?.length ?? 0) > 1, 'required'),
  ),
  phone: typedPhone,
  email: v.union([v.literal(''), v.pipe(text(200), v.email())]),
  birthDate: isoDay,
  booker: text(200),
  pay: v.pipe(text(40), v.regex(/^(card|later|[\da-f-]{36})$/)),
})

function isoOf(day: string): string {
  const [, d = '', m = '', y = ''] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(day) ?? []
  return y ? `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}` : day
}

function e164Of(typed: string, zone: string): string | null {
  try {
    return phoneToKeep(typed, zone)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}
