import type * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callNames, rowOf, type CallName } from '../../contract/calls.ts'
import { fileRoutes } from '../../contract/file.ts'
import { isNewRecord } from '../../contract/kernel/outside-words.ts'
import { spread } from '../../contract/kernel/wire.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { tries, type Try } from './attempts.ts'
import { gather, refreshLimits, type Cast } from './cast.ts'
import { soundInput } from './sound.ts'

let server: TestServer
let cast: Cast
let make: Try
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
  make = tries(server, cast.places)
})
afterAll(() => server.stop())

/** SPEC §7, each call as written there; `{name}` is symptom, disease and treatment. */
const SPEC_7 = `
GET session
POST auth/{type}
GET auth/type
GET auth
POST auth/password/change
POST auth/password/forget
POST user/getusers
POST user
PUT user/{uuid}
DELETE user/{id}
POST doctor/list
POST doctor/add
PUT doctor/{uuid}
DELETE doctor/{id}
GET doctor/medisoft/getdoctors
GET doctor/video/list
POST doctor/addvideo
DELETE doctor/deletevideo/{id}
POST doctor/question/list
PUT doctor/question/{uuid}
POST doctor/question/answer/{uuid}
DELETE doctor/question/{uuid}
POST file/profile/image
POST file/uploadpictures
POST file/removepicture
POST file/clinic/image
POST patient/list
POST patient/add
POST patient/getnote
POST patient/addnote
POST patient/files
PUT patient/{uuid}
DELETE patient/{id}
DELETE patient/deletenote/{id}
DELETE patient/file/{id}
POST patient/upload
POST clinic/list
POST clinic/web
POST clinic/add
PUT clinic/{uuid}
DELETE clinic/{id}
POST branch/getall
POST branch/add
PUT branch/{uuid}
DELETE branch/{id}
POST availability
GET availability/{doctor}/{start}/{end}/{type}
PUT availability
POST country/getcountry
POST country/getcity
POST setting/list
PUT setting/{id}
POST notify/list
PUT notify/readall
POST calendar/ical/{type}
GET calendar/ical/{start}/{end}
PUT calendar
POST calendar/share
GET article/media/list/get
POST article/list
POST article
PUT article/{uuid}
DELETE article/{id}
POST article/upload
DELETE article/media/{id}
POST recipe/list
POST recipe/add
DELETE recipe/{id}
POST report/list
POST report/add
DELETE report/{id}
POST page/list
POST page
PUT page/{id}
DELETE page/{id}
POST bank/list
POST bank
PUT bank/{id}
DELETE bank/{id}
POST appointment/list
PUT appointment/{id}
PUT appointment
POST bank/payment
POST bank/payment/add
GET email/schemalist
PUT email/schema/{id}
POST payment/list
PUT payment/{uuid}
DELETE payment/{uuid}
GET balance/{uuid}
POST balance/add
POST comment/list
GET comment/{id}
PUT comment/{uuid}
POST comment/add
POST paymentlink/list
POST paymentlink/add
PUT paymentlink/{uuid}
DELETE paymentlink/{uuid}
POST transaction/generate
GET {name}
GET {name}/{id}
POST {name}
PUT {name}/{id}
DELETE {name}/{id}`
  .trim()
  .split('\n')
  .flatMap((line) =>
    line.includes('{name}') ? ['symptom', 'disease', 'treatment'].map((name) => line.replace('{name}', name)) : [line],
  )

const rowsOf = (line: string) => callNames.filter((name) => isAt(line, rowOf(name)))
const filesOf = (line: string) => Object.values(fileRoutes).filter((route) => isAt(line, route))
/**
 * Whether an address of ours is one of SPEC's, whatever its parameters are called; a parameter in SPEC may be a fixed
 * segment in ours (`ical/url`).
 */
function isAt(line: string, { method, path }: { method: string; path: string }) {
  const [said, address = ''] = line.split(' ')
  const [theirs, ours] = [address.split('/'), path.replace('/api/', '').split('/')]
  return (
    said === method &&
    theirs.length === ours.length &&
    theirs.every((part, i) => part === ours[i] || (part.startsWith('{') && !isWord(address, ours[i]!)))
  )
}
/**
 * `patient/file/{id}` is not `patient/{uuid}`; only the kind of a calendar is a fixed segment in ours and a parameter
 * in SPEC.
 */
const isWord = (address: string, ours: string) => !ours.startsWith(':') && !address.startsWith('calendar/ical/{type}')

const entriesOf = (call: CallName) =>
  (rowOf(call).input as unknown as { entries: Record<string, v.GenericSchema> }).entries // every input is a strict object
const isMade = (call: CallName, field: string) => isNewRecord(entriesOf(call)[field]!)
const isList = (call: CallName) => 'page' in entriesOf(call) && 'limit' in entriesOf(call)
const spoken = [...new Set(SPEC_7.flatMap(rowsOf))]
const send = async (call: CallName, input: Record<string, unknown>, headers: Record<string, string>, extra = {}) => {
  const { url, body } = spread(rowOf(call), input)
  return server.nobody().request(rowOf(call).method, url, body && { ...body, ...extra }, headers)
}

describe('35 9: external callers have read SPEC §7, not our table', () => {
  test.each(SPEC_7)('%s exists', (line) => expect(rowsOf(line).length + filesOf(line).length).toBeGreaterThan(0))

  const making = callNames.filter((call) => Object.keys(entriesOf(call)).some((field) => isMade(call, field)))

  test('every call of SPEC’s that creates a record chooses its id, if none is sent', () => {
    const asks = spoken.filter(
      (call) =>
        rowOf(call).method === 'POST' &&
        Object.hasOwn(entriesOf(call), 'id') &&
        !rowOf(call).path.includes(':id') &&
        !isList(call),
    )
    expect(asks.filter((call) => !making.includes(call))).toEqual([])
  })

  test.each(making)('%s without an id', async (call) => {
    refreshLimits(server)
    const { input, headers } = await soundInput(cast, make, call)
    const sent = Object.fromEntries(Object.entries(input).filter(([field]) => !isMade(call, field)))
    const { status, body } = await send(call, sent, headers)
    expect([status, body]).toEqual([200, expect.anything()])
    const made = JSON.stringify(body)
    for (const field of Object.keys(input).filter((each) => isMade(call, each)))
      expect(made).not.toContain(String(input[field]))
    // sent twice, it makes two records, each with its own id, or is refused by name
    expect((await send(call, sent, headers)).status).toBeLessThan(500)
  })

  const lists = spoken.filter(isList)
  test.each(lists.filter((call) => rowOf(call).method === 'POST'))(
    '%s: pagination as in SPEC, and empty filters are ignored',
    async (call) => {
      refreshLimits(server)
      const { headers } = await soundInput(cast, make, call)
      // cities are requested by their country
      const holes = call === 'country.getcity' ? { country: 'TR' } : {}
      const all = await send(call, { ...holes, page: 1, limit: 1 }, headers)
      const paged = await send(call, holes, headers, { pagination: { page: 1, limit: 1 } })
      expect([paged.status, paged.body]).toEqual([200, all.body])
      const filters = Object.keys(entriesOf(call)).filter(
        (field) => !['page', 'limit', 'after', 'exact'].includes(field),
      )
      for (const empty of ['', null, {}, []]) {
        const got = await send(call, holes, headers, {
          pagination: { page: 1, limit: 1 },
          ...Object.fromEntries(filters.filter((field) => !(field in holes)).map((field) => [field, empty])),
        })
        expect([empty, got.status, got.body]).toEqual([empty, 200, all.body])
      }
      for (const pagination of [{ page: 0, limit: 1 }, { page: 1, limit: 1, size: 3 }, 7, [1, 2], 'all'])
        expect([pagination, (await send(call, holes, headers, { pagination })).status]).toEqual([pagination, 400])
    },
  )

  test.each(lists.filter((call) => rowOf(call).method === 'GET'))(
    '%s: empty query values are ignored',
    async (call) => {
      refreshLimits(server)
      const { input, headers } = await soundInput(cast, make, call)
      const url = spread(rowOf(call), input).url.split('?')[0]!
      const got = await server.nobody().request('GET', `${url}?page=1&status=&keyword=`, undefined, headers)
      expect([got.status, got.body]).toEqual(['status' in entriesOf(call) ? 200 : 400, expect.anything()])
    },
  )

  const synonyms = callNames.flatMap((call) => (rowOf(call).means ?? []).map((words) => [call, words] as const))
  test.each(synonyms)('%s is also called by %j', async (call, words) => {
    refreshLimits(server)
    const { input, headers } = await soundInput(cast, make, call)
    const { url } = spread(rowOf(call), input)
    const { action: _, ...fields } = (spread(rowOf(call), input).body ?? {}) as Record<string, unknown>
    const { status, body } = await server.nobody().request(rowOf(call).method, url, { ...fields, ...words }, headers)
    expect([status, body]).toEqual([200, expect.anything()])
  })

  test.each(['clinic', 'doctor', 'availability', 'comment', 'question', 'article', 'page'])(
    '%s: what SPEC §4 publishes or activates works by that word alone',
    (area) => {
      const words = synonyms.filter(([call]) => call.startsWith(`${area}.`)).flatMap(([, each]) => Object.keys(each))
      expect(words.some((word) => word === 'active' || word === 'published')).toBe(true)
    },
  )

  test('a command word next to unrelated fields is refused: nothing is half done', async () => {
    const { input, headers } = await soundInput(cast, make, 'doctor.passivate')
    const got = await server
      .nobody()
      .request('PUT', `/api/doctor/${String(input['id'])}`, { active: false, title: 'Dr.' }, headers)
    expect([got.status, got.body['fields']]).toEqual([400, { title: expect.any(String) }])
  })
})
