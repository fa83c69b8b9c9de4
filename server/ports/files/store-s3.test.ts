import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { startS3 } from '../../../tests/support/s3.ts'
import { startServer, type TestServer } from '../../../tests/support/server.ts'
import { removeOrphans } from '../../jobs/clean-up-files.ts'
import { createS3Store } from './store-s3.ts'
import { newName, StorageDown } from './store.ts'

/** S3-compatible storage (DESIGN "Stack"): the port's promises, over HTTP, with signatures recomputed by the double. */
const KEYS = { keyId: 'AKIDEXAMPLE', secret: 'a secret/with+signs=', region: 'eu-central-1' }
const MASTER = Buffer.alloc(32, 7)
/** For a store that never answers. */
const QUICK = { ms: 150, tries: 2, pause: 1 }
/** For one that answers, on a busy machine. */
const PATIENT = { ms: 4000, tries: 3, pause: 1 }
let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => void (s3 = await startS3(KEYS)))
afterAll(() => s3.close())
afterEach(() => s3.feel('well'))
const store = (patience = PATIENT) => createS3Store({ url: s3.url, ...KEYS }, MASTER, Date.now, patience)

describe('the file store’s interface', () => {
  test('a stored file comes back and is encrypted at rest; a removed one is gone, and an unknown one is null', async () => {
    const [name, bytes] = [newName(), Buffer.from(`kanarya ${'x'.repeat(300_000)}`)]
    await store().put(name, bytes)
    expect(await store().get(name)).toEqual(bytes)
    expect(s3.objects.get(`bedside/${name}`)?.bytes.includes('kanarya')).toBe(false)
    await store().remove(name)
    await store().remove(name)
    expect(await store().get(name)).toBeNull()
    expect(s3.refused).toEqual([])
  })

  test('names are listed over several pages, with their age; foreign objects are ignored', async () => {
    const names = [newName(), newName(), newName(), newName(), newName()]
    for (const name of names) await store().put(name, Buffer.from('x'))
    s3.objects.set('bedside/readme.txt', { bytes: Buffer.from('x'), at: Date.now() })
    s3.objects.set('others/thing', { bytes: Buffer.from('x'), at: Date.now() })
    const found = await Array.fromAsync(store().names())
    expect(found.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    expect(found.every(({ age }) => Math.abs(age) < 60_000)).toBe(true)
    const [old] = s3.objects.values()
    Object.assign(old!, { at: Date.now() - 3_600_000 })
    expect(Math.max(...(await Array.fromAsync(store().names())).map(({ age }) => age))).toBeGreaterThan(3_590_000)
    await removeOrphans(store(), -2000, async () => new Set(names.slice(0, 1)))
    expect((await Array.fromAsync(store().names())).map(({ name }) => name)).toEqual([names[0]])
    expect([...s3.objects.keys()]).toContain('others/thing')
  })

  test('bytes of another file under this name, or changed ones, are refused', async () => {
    const [one, other] = [newName(), newName()]
    await store().put(one, randomBytes(100))
    s3.objects.set(`bedside/${other}`, s3.objects.get(`bedside/${one}`)!)
    await expect(store().get(other)).rejects.toThrow('authenticate')
    await expect(store().get('../../secrets')).rejects.toThrow(RangeError)
  })

  test('a wrong secret opens nothing, and is not retried for ever', async () => {
    const wrong = createS3Store({ url: s3.url, ...KEYS, secret: 'guessed' }, MASTER, Date.now, PATIENT)
    await expect(wrong.put(newName(), Buffer.from('x'))).rejects.toThrow(StorageDown)
    expect(s3.refused.splice(0)).toEqual(['another signature'])
  })
})

describe('a store that does not answer', () => {
  test('a temporary failure is not visible', async () => {
    const name = newName()
    s3.feel('flaky')
    await store().put(name, Buffer.from('x'))
    expect((await store().get(name))?.toString()).toBe('x')
  })

  test.each(['down', 'silent', 'torn'] as const)('%s: it is reported under its own name, in time', async (mood) => {
    const name = newName()
    await store().put(name, randomBytes(5000))
    s3.feel(mood)
    await expect(store(QUICK).get(name)).rejects.toThrow(StorageDown)
    // the next clean-up removes it
    await store(QUICK).remove(name)
  })
})

test.each(['down', 'silent'] as const)('%s: nothing is stored', async (mood) => {
  s3.feel(mood)
  await expect(store(QUICK).put(newName(), Buffer.from('x'))).rejects.toThrow(StorageDown)
})

test('the timeout also applies during garbage collection', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const collecting = setInterval(collect, 50)
  s3.feel('silent')
  await expect(store(QUICK).put(newName(), Buffer.from('x'))).rejects.toThrow(StorageDown)
  clearInterval(collecting)
})

describe('the server on such a store', () => {
  let server: TestServer
  beforeAll(async () => void (server = await startServer({ files: store({ ms: 1500, tries: 2, pause: 1 }) })), 60_000)
  afterAll(() => server.stop())

  test('a device that sends a file while the store is down is told to retry, and nothing is half-stored', async () => {
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    const id = newId()
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')
    const send = () =>
      desk.request('PUT', `/api/patient/upload/${id}?at=0&size=${pdf.length}`, pdf, {
        'content-type': 'application/octet-stream',
      })
    s3.feel('down')
    expect(await send()).toMatchObject({
      status: 503,
      body: { refused: 'storage_down' },
      headers: { 'retry-after': '5' },
    })
    s3.feel('well')
    expect((await send()).body).toEqual({ status: true, received: pdf.length })
    const input = {
      id,
      patientId: server.world.people.patientKuzey.id,
      title: 'Tahlil',
      name: 'tahlil.pdf',
      type: 'application/pdf' as const,
      size: pdf.length,
    }
    expect((await desk.call('patient.addFile', input)).status).toBe(200)
    const read = () => server.app.inject({ method: 'GET', url: `/api/patient/file/${id}`, headers: desk.headers })
    expect((await read()).rawPayload).toEqual(pdf)
    s3.feel('silent')
    const answer = await read()
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: false, refused: 'storage_down' }])
  })
})
