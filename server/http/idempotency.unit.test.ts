import { expect, test } from 'vitest'
import type * as v from 'valibot'
import { callNames, rowOf } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { requestHash } from './idempotency.ts'

const call = 'appointment.cancel'
const hashOf = (sent: unknown, base: number | null = 3) => requestHash({ call, base, input: sent, sent }).hash

test('the same fields in another order, on another version, are the same change; another value is another change', () => {
  const id = newId()
  expect(hashOf({ reason: 'Ill', id })).toBe(hashOf({ id, reason: 'Ill' }))
  expect(hashOf({ id, reason: 'Ill' }, 3)).toBe(hashOf({ id, reason: 'Ill' }, -1))
  expect(hashOf({ id, reason: undefined })).toBe(hashOf({ id }))
  expect(hashOf({ id, reason: 'Ill' })).not.toBe(hashOf({ id, reason: 'Late' }))
  expect(hashOf({ id, reason: 'Ill' })).not.toBe(hashOf({ id }))
  expect(hashOf({ id, reason: null })).not.toBe(hashOf({ id }))
})

test('28.5: a default is no difference: every call with one is the same change with and without it', () => {
  let defaults = 0
  for (const name of callNames) {
    const { input } = rowOf(name)
    const entries = 'entries' in input ? (input.entries as Readonly<Record<string, v.GenericSchema>>) : {}
    for (const [field, schema] of Object.entries(entries)) {
      if (!('default' in schema) || typeof schema.default === 'function' || schema.default === undefined) continue
      defaults++
      const without = requestHash({ call: name, base: null, input: {}, sent: { id: 'x' } }).hash
      const withIt = requestHash({ call: name, base: null, input: {}, sent: { [field]: schema.default, id: 'x' } }).hash
      expect({ name, field, hash: withIt }).toEqual({ name, field, hash: without })
    }
  }

  expect(defaults).toBeGreaterThan(0)
})

test('a hash stored by an earlier build is recognised: computed from the input as it was read then', () => {
  const sent = { id: newId(), reason: 'Ill' }
  const { formerly } = requestHash({ call, base: 3, input: { ...sent, gained: true }, sent })
  const before = requestHash({ call, base: 3, input: sent, sent }).formerly()
  expect(formerly().some((hash) => before.includes(hash))).toBe(true)
})
