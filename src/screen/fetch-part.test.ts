import { expect, test, vi } from 'vitest'
import { fetchPart } from './fetch-part.ts'

const NOT_FETCHED = new TypeError('Failed to fetch dynamically imported module: http://a.test/assets/x-1.js')

test('a part that arrives at once is requested once', async () => {
  const load = vi.fn<() => Promise<{ Screen: number }>>(async () => ({ Screen: 1 }))
  expect(await fetchPart(load)).toEqual({ Screen: 1 })
  expect(load).toHaveBeenCalledOnce()
})

test('a browser that does not name the address is retried in the same way', async () => {
  const load = vi
    .fn<() => Promise<{ Screen: number }>>(async () => ({ Screen: 1 }))
    .mockRejectedValueOnce(new TypeError('Importing a module script failed.'))
  expect(await fetchPart(load, [0])).toEqual({ Screen: 1 })
  expect(load).toHaveBeenCalledTimes(2)
})

test('a failed part does not look like a missing module to the router, which would reload the page over unsaved input', async () => {
  const load = vi.fn<() => Promise<{ Screen: number }>>(async () => Promise.reject(NOT_FETCHED))
  const failed = await fetchPart(load, [0, 0]).catch((error: unknown) => error)
  expect(failed).toMatchObject({ message: 'part_unreachable', cause: NOT_FETCHED })
  // the failed address is not imported again: the browser would repeat its own failure
  expect(load).toHaveBeenCalledOnce()
})
