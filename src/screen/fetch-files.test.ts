import { beforeEach, expect, test, vi } from 'vitest'
import { fetchFiles } from './fetch-files.ts'
import { addWanted, filesOf, keepOnly, missing, readWanted } from './part-list.ts'

/** The browser's cache, by address; `full` refuses to store. */
let kept: Map<string, Response>
let full = false
let requests: string[] = []
let answers: Record<string, (Response | 'away')[]> = {}

beforeEach(() => {
  kept = new Map()
  full = false
  requests = []
  answers = {}
  const href = (file: string | Request) => new URL(typeof file === 'string' ? file : file.url, 'http://a.test').href
  const cache = {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    put: async (file: string, response: Response) => {
      if (full) throw new DOMException('no room', 'QuotaExceededError')
      kept.set(href(file), response)
    },
    delete: async (request: Request) => kept.delete(request.url),
  }
  vi.stubGlobal('caches', { open: async () => cache, match: async (url: string) => kept.get(href(url))?.clone() })
  vi.stubGlobal('fetch', async (file: string) => {
    requests.push(file)
    const answer = answers[file]?.shift()
    if (answer === 'away') throw new TypeError('Failed to fetch')
    return answer ?? new Response('code', { headers: { 'content-type': 'text/javascript' } })
  })
})

test('present files are not requested; failed ones are retried while the rest arrives', async () => {
  kept.set(new URL('/assets/a.js', 'http://a.test').href, new Response('a'))
  answers = { '/assets/b.js': [new Response('', { status: 503 }), 'away'] }
  const each = vi.fn<() => void>()
  expect(await fetchFiles(['/assets/a.js', '/assets/b.js', '/assets/c.js'], [1, 1], each)).toBe('all')
  expect(requests).toEqual(['/assets/b.js', '/assets/c.js', '/assets/b.js', '/assets/b.js'])
  expect(each).toHaveBeenCalledTimes(2)
})

test('an HTML page in a file’s place does not count, and a file that never arrives ends as "some"', async () => {
  const page = () => new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
  answers = { '/assets/a.js': [page(), page()] }
  expect(await fetchFiles(['/assets/a.js', '/assets/b.js'], [1])).toBe('some')
  expect(await missing(['/assets/a.js', '/assets/b.js'])).toEqual(['/assets/a.js'])
})

test('without space it stops at once and reports it', async () => {
  full = true
  const files = Array.from({ length: 20 }, (_, i) => `/assets/${i}.js`)
  expect(await fetchFiles(files, [1, 1, 1])).toBe('full')
  expect(requests.length).toBeLessThanOrEqual(3)
})

test('files that two people of one device need are kept for both; names of another build are ignored', async () => {
  await addWanted({ screens: ['Frame', 'A'], languages: ['tr'] })
  await addWanted({ screens: ['Frame', 'Gone'], languages: ['de'] })
  const wanted = await readWanted()
  expect(wanted).toEqual({ screens: ['A', 'Frame', 'Gone'], languages: ['de', 'tr'] })
  const list = {
    files: ['/assets/f.js', '/assets/a.js', '/assets/tr.js', '/assets/x.js'],
    must: [0],
    shell: [],
    screens: { Frame: [0], A: [0, 1], X: [3] },
    words: { tr: [2] },
  }
  expect([...filesOf(list, wanted)]).toEqual(['/assets/f.js', '/assets/a.js', '/assets/tr.js'])
  await fetchFiles(['/assets/a.js', '/assets/old.js'], [])
  await keepOnly(new Set(list.files))
  expect([...kept.keys()].map((url) => new URL(url).pathname)).toEqual(['/wanted-parts', '/assets/a.js'])
})
