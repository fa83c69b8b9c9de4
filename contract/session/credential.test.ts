import * as v from 'valibot'
import { expect, test } from 'vitest'
import { callNames, queuedCalls, rowOf } from '../calls.ts'
import { credential } from '../kernel/fields.ts'
import { TABLE_NAMES } from '../kernel/table-names.ts'
import { tables } from '../tables.ts'
import { holdsCredential, mayCompress } from '../kernel/wire.ts'

type Schema = v.GenericSchema & {
  wrapped?: Schema
  item?: Schema
  entries?: Readonly<Record<string, Schema>>
  options?: readonly unknown[]
}

/** Every text of a schema, by the names of the fields that lead to it. */
function* textsOf(schema: Schema, path: readonly string[] = []): Generator<readonly [string, Schema]> {
  if (schema.type === 'string') yield [path.join('.'), schema]
  for (const inner of [schema.wrapped, schema.item]) if (inner) yield* textsOf(inner, path)
  for (const option of schema.options ?? [])
    if (typeof option === 'object' && option !== null) yield* textsOf(option as Schema, path) // a union's options are schemas
  for (const [name, field] of Object.entries(schema.entries ?? {})) yield* textsOf(field, [...path, name])
}

/** Names of fields that may grant access. */
const SOUNDS_SECRET = /token|session|code|secret|recovery|url|uri|link|key|password/i

/** Those of them that grant nothing, or only what their reader may open anyway. */
const PUBLIC = new Set([
  'panelUrl', // a clinic's hosts
  'webUrl',
  'paymentUrl',
  'bookingSiteUrl',
  'mapToken', // sent to every browser
  'linkId', // a record's id
  'oldSecretUntil', // an instant
  'code', // a video's code, on its platform
  'key', // the key of a chart's bar, and the public half of the push key
  // a visit's code, which every pull contains: rows are compressed, since no other site can cause them to be sent
  // (decision 0055)
  'checkInCode',
  'meetingLink',
  'link',
])

test('BREACH: every reply field that sounds like a secret is marked as one, or listed here as an exception', () => {
  const unmarked = callNames.flatMap((name) =>
    [...textsOf(rowOf(name).reply as Schema)]
      .filter(([path, schema]) => {
        const field = path.split('.').at(-1)!
        return SOUNDS_SECRET.test(field) && !PUBLIC.has(field) && !holdsCredential(schema)
      })
      .map(([path]) => `${name} ${path}`),
  )
  expect(unmarked).toEqual([])
})

test('replies with credentials for sign-in, payment, calendars or a second factor are not compressed', () => {
  const asTheyAre = callNames.filter((name) => holdsCredential(rowOf(name).reply))
  expect(asTheyAre).toEqual([
    'session.start',
    'session.signIn',
    'session.confirm',
    'session.factorStart',
    'session.factorConfirm',
    'session.passkeyAddStart',
    'session.passkeyStart',
    'session.passkeySignIn',
    'doctor.recover',
    'patient.recover',
    'calendar.connect',
    'calendar.shared',
    'calendar.share',
    'calendar.shareRenew',
    'kiosk.enrol',
    'paymentlink.url',
    'appointmentlink.join',
    'appointmentlink.pay',
    'transaction.generate',
    'colleague.recover',
    'webhook.list',
    'webhook.add',
    'webhook.update',
    'webhook.rotate',
  ])
  expect(asTheyAre.filter((name) => mayCompress(rowOf(name)))).toEqual([])
})

test('a call with a secret in its input is not compressed, others are', () => {
  const secret = callNames.filter((name) => rowOf(name).secret !== undefined)
  expect(secret.filter((name) => mayCompress(rowOf(name)))).toEqual([])
  expect(mayCompress(rowOf('appointment.list'))).toBe(true)
})

test('a credential is found at any depth: in lists, nullable fields and unions', () => {
  const deep = v.object({
    list: v.array(v.nullable(v.variant('kind', [v.object({ kind: v.literal('a'), token: credential(9) })]))),
  })
  expect(holdsCredential(deep)).toBe(true)
  expect(holdsCredential(v.object({ list: v.array(v.string()) }))).toBe(false)
})

test('pages of a pull and replies of a batch contain none, so they are compressed', () => {
  expect(TABLE_NAMES.filter((table) => holdsCredential(tables[table].schema))).toEqual([])
  expect(queuedCalls.filter((name) => holdsCredential(rowOf(name).reply))).toEqual([])
})
