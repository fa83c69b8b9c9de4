import { expect, test } from 'vitest'
import { headerOf, inTrace, traceHeaders, traceNow, traceOf } from './trace.ts'

const ID = '4bf92f3577b34da6a3ce929d0e0e4736'

test('an incoming trace continues under its id, with our own span', () => {
  const trace = traceOf(`00-${ID}-00f067aa0ba902b7-01`)
  expect(trace).toMatchObject({ id: ID, isSampled: true, actor: null })
  expect(trace.span).not.toBe('00f067aa0ba902b7')
  expect(headerOf(trace)).toBe(`00-${ID}-${trace.span}-01`)
})

test.each([
  undefined,
  ['00', '11'],
  '',
  `00-${ID}-00f067aa0ba902b7`,
  `ff-${ID}-00f067aa0ba902b7-01`,
  `00-${ID.toUpperCase()}-00f067aa0ba902b7-01`,
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${ID}-${'0'.repeat(16)}-01`,
  `00-${ID}-00f067aa0ba902b7-01'; drop table person`,
])('%s is invalid: a new trace begins', (header) => {
  const trace = traceOf(header)
  expect(trace.id).toMatch(/^[0-9a-f]{32}$/)
  expect(trace.id).not.toBe(ID)
  expect(trace.isSampled).toBe(false)
})

test('everything a request starts belongs to its trace, and concurrent work does not', async () => {
  const trace = traceOf(undefined)
  const seen = await inTrace(trace, async () => {
    await new Promise((done) => setTimeout(done, 5))
    return [traceNow()?.id, traceHeaders()]
  })
  expect(seen).toEqual([trace.id, { traceparent: headerOf(trace) }])
  expect([traceNow(), traceHeaders()]).toEqual([undefined, {}])
})
