import { expect, test } from 'vitest'
import { callNames, rowOf } from '../calls.ts'

/** Fields that hold a secret, whatever their call declares. */
const SECRETS = /^(password|current|secret|token|factor|lock)$/

test('27, R24: no secret is part of an address, where logs and histories keep it; inputs of GET and DELETE are', () => {
  const inAddress = callNames.filter((call) => ['GET', 'DELETE'].includes(rowOf(call).method))
  expect(inAddress.length).toBeGreaterThan(30)
  const secrets = inAddress.flatMap((call) => {
    const { secret, input } = rowOf(call)
    const fields = Object.keys((input as unknown as { entries: object }).entries) // every input is an object
    return [...fields.filter((name) => SECRETS.test(name)), ...(secret === undefined ? [] : [secret])].map(
      (name) => `${call}: ${name}`,
    )
  })
  expect(secrets).toEqual([])
})
