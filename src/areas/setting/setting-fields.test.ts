import { expect, test } from 'vitest'
import * as v from 'valibot'
import { MASK, SETTING_CHANGES } from '../../../contract/setting/setting.ts'
import { changesOf, REMOVED, secretsOf, typedOf } from './setting-fields.ts'

const mail = { host: 'smtp.example.com', port: 587, username: null, sender: null, password: MASK }

test('an untouched secret is not sent; a new one is; a removed one is sent as null', () => {
  const typed = typedOf('mail', mail)
  expect(typed['password']).toBe('')
  expect(changesOf('mail', mail, typed)).toEqual({})
  expect(changesOf('mail', mail, { ...typed, password: 'new' })).toEqual({ password: 'new' })
  const removed = changesOf('mail', mail, { ...typed, password: REMOVED })
  expect(removed).toEqual({ password: null })
  expect(v.is(SETTING_CHANGES.mail, removed)).toBe(true)
})

test('secrets are marked, so that no draft stores them', () => {
  expect([secretsOf('setting'), secretsOf('mail'), secretsOf('sms')]).toEqual([[], ['password'], ['key']])
})
