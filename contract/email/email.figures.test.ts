import { expect, test } from 'vitest'
import { termsIn } from '../appointment/terms.ts'
import {
  CANCEL_HOURS,
  CONFIRM_HOURS,
  INVITE_DAYS,
  LANGUAGES,
  ONLINE_PUSH_MINUTES,
  RESET_MINUTES,
  UNDO_CONTACT_DAYS,
} from '../kernel/constants.ts'
import { PUSH_WORDS } from '../push/push.words.ts'
import { EMAIL_DEFAULTS } from './email.defaults.ts'
import { TAG_SAMPLES } from './email.samples.ts'
import { TEMPLATES, type Template } from './email.templates.ts'

/** How long a letter's link is valid, by the constant the server uses. No other letter names a figure of its own. */
const FIGURES: Partial<Readonly<Record<Template, number>>> = {
  confirm: CONFIRM_HOURS,
  password_reset: RESET_MINUTES,
  password_invite: INVITE_DAYS,
  contact_changed: UNDO_CONTACT_DAYS,
  contact_changed_for_you: UNDO_CONTACT_DAYS,
}

const figuresIn = (text: string) => [...text.matchAll(/\d+/g)].map(([figure]) => Number(figure))

test.each(LANGUAGES)('%s: the durations in letters and pushes are those of the code', (lang) => {
  for (const template of TEMPLATES) {
    const { content, sms } = EMAIL_DEFAULTS[template][lang]
    const figure = FIGURES[template]
    expect([template, new Set([...figuresIn(content), ...figuresIn(sms)])]).toEqual([
      template,
      new Set(figure === undefined ? [] : [figure]),
    ])
  }
  expect(Object.values(PUSH_WORDS[lang]).flatMap(({ body }) => figuresIn(body))).toEqual([ONLINE_PUSH_MINUTES])
})

test.each(LANGUAGES)('%s: the sample of the terms is what a letter says with the default setting', (lang) => {
  const visit = { start: '2026-12-04T11:00:00.000Z' }
  const now = Date.parse('2026-12-01T11:00:00.000Z')
  expect(TAG_SAMPLES[lang].terms).toBe(termsIn(lang, visit, { cancelHours: CANCEL_HOURS }, now))
})
