import ical from 'node-ical'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callNames, rowOf, type CallName } from '../../contract/calls.ts'
import { TEMPLATES, type Template } from '../../contract/email/email.templates.ts'
import { newId } from '../../contract/kernel/id.ts'
import { MASK, SETTING_CHANGES, SETTING_SECRETS, type SettingId } from '../../contract/setting/setting.ts'
import { fill } from '../../server/areas/message/templates.ts'
import { cleanRichText } from '../../server/kernel/rich-text.ts'
import { composed } from '../../contract/kernel/line.rules.ts'
import { hostileStrings } from '../support/hostile.ts'
import { freshKey, startServer, type TestServer } from '../support/server.ts'
import { attempts } from './attempts.ts'
import { tries } from './attempts.ts'
import { gather, refreshLimits, type Actor, type Cast } from './cast.ts'
import { expected } from './policy.ts'

/**
 * Issue 6: hostile text in every field, template, file name and feed is stored as text or refused by name, and comes
 * out as text everywhere.
 */
let server: TestServer
let cast: Cast
let make: ReturnType<typeof tries>
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
  make = tries(server, cast.places)
}, 120_000)
afterAll(() => server.stop())

const strings = hostileStrings()
/**
 * `npm run soak`: each call once for every string, so that every field gets every one; `npm test`: the next five
 * strings.
 */
const SOAK = Boolean(process.env['BEDSIDE_SOAK'])
const TIMES = SOAK ? strings.length : 5
let turn = 0
/**
 * The strings take turns over all fields of all calls; in the soak, the fields of one input get consecutive strings.
 */
const next = (nth: number, field: number) => strings[(SOAK ? nth + field : turn++) % strings.length]!

type Node = v.GenericSchema & {
  readonly type: string
  readonly wrapped?: Node
  readonly item?: Node
  readonly entries?: Readonly<Record<string, Node>>
  readonly pipe?: readonly (Node & { readonly kind: string })[]
}
const inner = (schema: Node): Node =>
  schema.wrapped ? inner(schema.wrapped) : schema.pipe?.[0]?.wrapped ? inner(schema.pipe[0]) : schema
/** Whether the field accepts any text that a person types: no picklist, no format. */
const isFree = (schema: Node) =>
  inner(schema).type === 'string' &&
  [schema, inner(schema), ...(schema.pipe ?? [])].every(
    (one) => !(one.pipe ?? [one]).some(({ type }) => ['regex', 'email', 'iso_date', 'url'].includes(type)),
  )

/** The input with a hostile string in each free text, also inside lists; `got` collects the fields that have one. */
function withHostile(schema: Node, value: unknown, nth: number, place: string[], got: Map<string, string>): unknown {
  const innerSchema = inner(schema)
  if (isFree(schema) && place.length) {
    const string = next(nth, got.size)
    got.set(place.join('.'), string)
    return string
  }
  if (innerSchema.item && Array.isArray(value))
    return value.map((one, i) => withHostile(innerSchema.item!, one, nth, [...place, String(i)], got))
  if (innerSchema.entries && typeof value === 'object' && value !== null)
    return Object.fromEntries(
      [
        ...new Set([
          ...Object.keys(value),
          ...(place.length
            ? []
            : Object.keys(innerSchema.entries).filter(
                (name) => isFree(innerSchema.entries![name]!) || isMultilingual(innerSchema.entries![name]!),
              )),
        ]),
      ].map((name) => {
        const given = (value as Record<string, unknown>)[name]
        const one = innerSchema.entries![name]
        const said = given ?? (one && isMultilingual(one) ? [{ lang: 'tr', value: '' }] : given)
        return [name, one ? withHostile(one, said, nth, [...place, name], got) : given]
      }),
    )
  return value
}

const isMultilingual = (schema: Node) => {
  const { item } = inner(schema)
  return Boolean(item && inner(item).entries?.['lang'] && inner(item).entries?.['value'])
}

/** Rich text: stored as far as it is allowed. */
const RICH = /^(?:article|page)\.\w+ content|^question\.answer answer/
/** Stored on one line, with single spaces. */
const ONE_LINE = /^article\.\w+ title/
const ACTORS = [
  'deskPublic',
  'superadmin',
  'doctorPublic',
  'patientPublic',
  'deskPrivate',
] as const satisfies readonly Actor[]
describe('every free text of every call that writes', () => {
  const calls = callNames.filter((name) => rowOf(name).method !== 'GET')
  test.each(calls)(
    '%s',
    async (call) => {
      const row = rowOf(call)
      const actor = ACTORS.find((one) => expected(call, one, 'own') === 200)
      if (!actor) return
      const wrong: string[] = []
      for (let n = 0; n < TIMES; n++) {
        refreshLimits(server)
        const { input, as } = await attempts[call](make, actor, cast.placeFor(actor, 'own'))
        const got = new Map<string, string>()
        const typed = withHostile(row.input as Node, input, n, [], got) as never // it has the call's own shape
        if (got.size === 0) return
        const { status, body, headers } = await (as ?? cast.clients[actor]).call(call as CallName, typed, {
          key: freshKey(),
        })
        const description = `${JSON.stringify([...got].map(([field, text]) => [field, text.slice(0, 60)]))} → ${status} ${JSON.stringify(body).slice(0, 160)}`
        if (status >= 500 || !String(headers['content-type']).startsWith('application/json')) wrong.push(description)
        if (v.is(row.input, typed) ? status === 400 && !('fields' in body) : status !== 400) wrong.push(description)
        if (status !== 200) continue
        const record = Object.values(body).find((one) => typeof one === 'object' && one !== null)
        for (const [field, text] of got) {
          const kept = field
            .split('.')
            .reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], record)
          const asTyped = composed(ONE_LINE.test(`${call} ${field}`) ? text.replaceAll(/\s+/g, ' ') : text)
          if (typeof kept !== 'string' || kept === asTyped || kept === asTyped.trim()) continue
          // a phone, a slug and a web address are stored in their own format; markup never is
          const isFine = RICH.test(`${call} ${field}`) ? cleanRichText(kept) === kept : !/[<>"]/.test(kept)
          if (!isFine) wrong.push(`${field}: ${JSON.stringify(text)} kept as ${JSON.stringify(kept)}`)
        }
      }
      expect(wrong).toEqual([])
    },
    SOAK ? 3_600_000 : 60_000,
  )
})

test(
  'settings: each text is stored unchanged or refused with its field named, and no secret is returned',
  async () => {
    const { superadmin } = cast.clients
    const wrong: string[] = []
    for (const [id, { entries }] of Object.entries(SETTING_CHANGES) as [SettingId, Node][])
      for (const [name, schema] of Object.entries(entries!).filter(([, one]) => inner(one).type === 'string'))
        for (let n = 0; n < TIMES; n++) {
          refreshLimits(server)
          const text = next(n, 0)
          const { status, body } = await superadmin.call('setting.update', { id, data: { [name]: text } })
          const description = `${id} ${name} ${JSON.stringify(text.slice(0, 60))} → ${status} ${JSON.stringify(body)}`
          if (
            status >= 500 ||
            (v.is(schema, text) ? status === 400 : status !== 400 || !JSON.stringify(body).includes(name))
          )
            wrong.push(description)
          if (status !== 200) continue
          const { body: shown } = await superadmin.call('setting.list', { idList: [id] })
          const kept = (shown['settings'] as { data: Record<string, unknown> }[])[0]?.data[name]
          const isSecret = (SETTING_SECRETS[id] as readonly string[]).includes(name)
          if (kept !== (isSecret ? MASK : composed(text)) && kept !== composed(text).trim())
            wrong.push(`${description} kept as ${JSON.stringify(kept)}`)
        }
    expect(wrong).toEqual([])
  },
  SOAK ? 3_600_000 : 60_000,
)

describe('the output', () => {
  const fit = strings.filter((text) => text.isWellFormed() && !text.includes('\0') && text.trim() && text.length <= 200)

  test('mail: no name or text becomes markup, a header or another kind of link', () => {
    expect(fit.length).toBeGreaterThan(10)
    for (const [i, text] of fit.entries()) {
      const template: Template = TEMPLATES[i % TEMPLATES.length]!
      const args = new Proxy<Record<string, string>>(
        {},
        {
          get: () => text,
          has: () => true,
          getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
        },
      )
      const { html } = fill(template, 'tr', args)
      const tags = [...html.matchAll(/<\/?([a-z!]+)/g)].map(([, name]) => name)
      expect([
        text,
        [...new Set(tags)].filter(
          (name) => !['!doctype', 'html', 'head', 'meta', 'body', 'p', 'br', 'a'].includes(name!),
        ),
      ]).toEqual([text, []])
      for (const [, address] of html.matchAll(/href="([^"]*)"/g)) expect(address).toMatch(/^https?:\/\//)
      expect(html).not.toMatch(/<[^>]+\son\w+=/i)
    }
  })

  test('a shared calendar: one entry per visit under the patient’s name, whatever it contains', async () => {
    refreshLimits(server)
    const { doctorPublic } = cast.clients
    const { patient, doctor, clinic } = cast.places['kuzey1']!
    const names = fit.filter((_, i) => i % 3 === 0).slice(0, 300)
    const visits = new Map<string, string>()
    for (const [i, name] of names.entries()) {
      const id = newId()
      visits.set(id, name)
      await server.pool.query(
        `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, status, created_by, updated_by)
         values ($1, $2, $3, $4, $5, $6, $6::timestamptz + interval '5 min', 'Europe/Istanbul', 'face-to-face', 1, 'try', 'cancelled', 'x', 'x')`,
        [id, clinic, doctor, patient, name, new Date(server.clock.now + 86_400_000 * 2 + i * 300_000)],
      )
    }
    const { body } = await doctorPublic.call('calendar.share', { level: 'full' })
    const { body: text } = await server.app.inject({ method: 'GET', url: new URL(String(body['url'])).pathname })
    expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    const read = ical.sync.parseICS(text)
    const found = Object.values(read).flatMap((one) => (one?.type === 'VEVENT' ? [one] : []))
    for (const [id, name] of visits) {
      const event = found.find(({ uid }) => uid === `${id}@bedside`)
      const summary = typeof event?.summary === 'object' ? event.summary.val : event?.summary
      // this reader removes quotes around a text, which RFC 5545 does not
      const plain = (said: unknown) => String(said).replaceAll(/[\s\p{Cc}"]+/gu, '')
      expect([name, plain(summary)]).toEqual([name, plain(name)])
    }
    const { rows } = await server.pool.query<{ n: number }>(
      `select (select count(*) from appointment where doctor_id = $1 and ends_at > $2 and starts_at < $3)::int
            + (select count(*) from busy where doctor_id = $1 and link_id is null and ends_at > $2 and starts_at < $3)::int as n`,
      [doctor, new Date(server.clock.now - 7 * 86_400_000), new Date(server.clock.now + 60 * 86_400_000)],
    )
    expect(found.length).toBe(rows[0]!.n)
  })
})
