import * as v from 'valibot'
import { requiredText, text } from '../../../contract/kernel/fields.ts'
import { traceHeaders } from '../../kernel/trace.ts'

/** The port to the clinic software: all its doctors, or `MedisoftFailed`, within seconds. */
export type Medisoft = () => Promise<readonly MedisoftDoctor[]>
export type MedisoftDoctor = v.InferOutput<typeof Found>

/** It is down, slow, too big, or violates its protocol: nothing is known and nothing was done. */
export class MedisoftFailed extends Error {}

const Found = v.object({
  ref: requiredText(60),
  title: text(60),
  name: requiredText(200),
  phone: v.nullable(text(40)),
  email: v.nullable(text(200)),
  specialty: text(120),
  city: text(120),
})
const Answer = v.object({ doctors: v.pipe(v.array(Found), v.maxLength(2000)) })

/**
 * Medisoft over HTTP: `GET {url}/doctors` with its key, JSON `{doctors: […]}`. Waits `patience` ms in all, reads at
 * most two megabytes, follows no redirect; simultaneous callers share one request.
 */
export function medisoftOver(url: string, key: string, patience = 4000): Medisoft {
  let asking: Promise<readonly MedisoftDoctor[]> | null = null
  return () => (asking ??= ask().finally(() => (asking = null)))

  async function ask() {
    try {
      const response = await fetch(`${url.replace(/\/$/, '')}/doctors`, {
        headers: { ...traceHeaders(), accept: 'application/json', authorization: `Bearer ${key}` },
        signal: AbortSignal.timeout(patience),
        redirect: 'error',
      })
      if (response.status !== 200 || !response.body) throw new Error(`status ${response.status}`)
      return v.parse(Answer, JSON.parse(await readAtMost(response.body, MOST_BYTES))).doctors
    } catch (error) {
      throw new MedisoftFailed('medisoft', { cause: error })
    }
  }
}

/** Without one set up, the result is the same as if it did not answer. */
export const noMedisoft: Medisoft = () => Promise.reject(new MedisoftFailed('not set up'))

const MOST_BYTES = 2_000_000

async function readAtMost(body: ReadableStream<Uint8Array>, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > most) throw new Error('too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
