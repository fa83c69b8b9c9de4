import { expect, test } from 'vitest'
import { LANGUAGES } from '../kernel/constants.ts'
import {
  ALWAYS,
  addressOf,
  EVENT_OF,
  eventOf,
  EVENTS,
  fillText,
  isWanted,
  MUTES,
  SWITCHES,
  wayOf,
} from './notification.rules.ts'
import { NOTIFICATION_WORDS, notificationWords } from './notification.words.ts'

test.each([
  ['%s: %s', ['Ayşe', '10:00'], 'Ayşe: 10:00'],
  ['%s, %s', ['100 %s', 'x'], '100 %s, x'],
  ['%s and %s', ['<b>$&</b>'], '<b>$&</b> and '],
  ['nothing', ['x'], 'nothing'],
])('%s: every argument is filled in once and in order', (text, args, filled) =>
  expect(fillText(text, args)).toBe(filled),
)

test('a notification leads to its visit, otherwise to its kind’s screen, otherwise to the list', () => {
  const appointmentId = '01930000-0000-7000-8000-000000000001'
  expect(addressOf({ kind: 'payment_received', appointmentId })).toBe(`/appointment/${appointmentId}`)
  expect(addressOf({ kind: 'payment_received', appointmentId: null })).toBe('/paymentlink')
  expect(addressOf({ kind: 'doctor_left', appointmentId: null })).toBe('/notify')
})

test.each(['of_next_year', 'constructor', 'toString'])(
  'a kind unknown to this build, %s, belongs to no group and leads to the list',
  (kind) => {
    const row = { kind: kind as 'doctor_left', appointmentId: null } // as written by a newer build
    expect([eventOf(kind), wayOf(kind), addressOf(row)]).toEqual([null, null, '/notify'])
    expect(LANGUAGES.map((lang) => notificationWords(lang, kind).title)).not.toContain(undefined)
  },
)

test('every event of the preferences belongs to some kind', () => {
  expect(new Set(Object.values(EVENT_OF))).toEqual(new Set(EVENTS))
})

test('no letter goes to a person who has switched off that channel', () => {
  expect(isWanted('visit_reminder', 'mail', [])).toBe(true)
  expect(isWanted('visit_reminder', 'mail', ['reminder:mail'])).toBe(false)
  expect(isWanted('visit_reminder', 'sms', ['reminder:mail'])).toBe(true)
  expect(isWanted('visit_booked', 'sms', ['appointment:sms'])).toBe(false)
  expect(isWanted('payment_link', 'mail', ['payment:mail'])).toBe(true)
})

test('letters that protect the account, or say that a visit will not take place as agreed, cannot be switched off', () => {
  for (const event of ALWAYS) expect([event, SWITCHES[event]]).toEqual([event, []])
  for (const template of ['password_changed', 'contact_changed', 'visit_cancelled', 'visit_moved'] as const)
    expect([template, isWanted(template, 'mail', [...MUTES, 'account:mail', 'change:mail'])]).toEqual([template, true])
})

test('a kind’s text takes the same arguments in every language, and no two kinds share one', () => {
  const holes = (text: string) => text.split('%s').length - 1
  for (const kind of Object.keys(EVENT_OF) as (keyof typeof EVENT_OF)[]) {
    const said = LANGUAGES.map((lang) => NOTIFICATION_WORDS[lang][kind])
    expect([kind, new Set(said.map(({ text }) => holes(text))).size]).toEqual([kind, 1])
    expect([kind, new Set(said.map(({ title }) => title)).size]).toEqual([kind, LANGUAGES.length])
  }
})
