import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { traceHeaders } from '../../kernel/trace.ts'
import { isName, StorageDown, sealedStore, type FileStore } from './store.ts'

/**
 * Where a bucket is and how it is opened; only from the operator's settings, never from anything a person types (TRUST
 * R51).
 */
export type Bucket = {
  /** The bucket's own address: https://s3.eu-central-1.amazonaws.com/clinic-files */
  readonly url: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}
/** Time of one attempt, ms, and their number. Together they stay below what a transaction may wait (TRUST D12). */
type Patience = { readonly ms: number; readonly tries: number; readonly pause: number }

/**
 * Files in S3-compatible storage, encrypted before they leave this machine; requests are signed with AWS Signature V4.
 */
export const createS3Store = (
  bucket: Bucket,
  master: Buffer,
  /** Epoch ms; a store refuses what is signed a quarter of an hour off. */
  now: () => number,
  patience: Patience = PATIENCE,
): FileStore => sealedStore(s3Place(bucket, now, patience), master)

const PATIENCE: Patience = { ms: 4000, tries: 3, pause: 200 }

/** The encrypted bytes as they are, for copying them elsewhere. */
export function s3Place(
  { url, region, keyId, secret }: Bucket,
  now: () => number,
  { ms, tries, pause }: Patience = PATIENCE,
): FileStore {
  const aws = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 0 })
  const at = (name: string) => `${url}/${FOLDER}${name}`

  /** Repeats until there is a valid answer: 5xx, 429 and silence are retried, redirects are never followed. */
  async function ask(method: 'GET' | 'PUT' | 'DELETE', address: string, body?: Buffer): Promise<Response> {
    for (let tried = 1; ; tried++) {
      const signed = await aws.sign(address, {
        method,
        redirect: 'manual',
        aws: { datetime: new Date(now()).toISOString().replaceAll(/[-:]|\.\d+/g, '') },
        headers: {
          ...traceHeaders(),
          'x-amz-content-sha256': createHash('sha256')
            .update(body ?? '')
            .digest('hex'),
        },
        ...(body && { body: new Uint8Array(body) }),
      })
      // `fetch` itself gets the signal: one on a Request is lost at garbage collection, and silence then never ends
      const answer = await fetch(signed, { signal: AbortSignal.timeout(ms) }).catch(() => null)
      if (answer?.ok || (answer?.status === 404 && method !== 'PUT')) return answer
      const isFinal = answer && answer.status < 500 && answer.status !== 429
      // a refusal of our key or bucket is for the operator to fix: to the caller the store is down all the same
      if (isFinal || tried === tries) throw new StorageDown(`storage answers ${answer?.status ?? 'nothing'}`)
      await answer?.body?.cancel()
      await new Promise((done) => setTimeout(done, pause * 2 ** (tried - 1) * (1 + Math.random())))
    }
  }
  /** The whole body, also within its time: a line that breaks in the middle means the store is down. */
  const bytesOf = (answer: Response) =>
    answer.arrayBuffer().then(Buffer.from, () => {
      throw new StorageDown('storage broke off')
    })

  return {
    put: async (name, bytes) => {
      await ask('PUT', at(name), bytes)
    },
    get: async (name) => {
      const answer = await ask('GET', at(name))
      return answer.status === 404 ? null : bytesOf(answer)
    },
    remove: async (name) => {
      await ask('DELETE', at(name)).catch((error: unknown) => {
        if (!(error instanceof StorageDown)) throw error
      })
    },
    names: async function* () {
      for (let token = ''; ;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: FOLDER })
        if (token) query.set('continuation-token', token)
        const answer = await ask('GET', `${url}?${query}`)
        const serverDate = Date.parse(answer.headers.get('date') ?? '')
        const page = (await bytesOf(answer)).toString()
        for (const item of page.split('<Contents>').slice(1)) {
          const name = field(item, 'Key').slice(FOLDER.length)
          // anything else there is not ours
          if (isName(name)) yield { name, age: serverDate - Date.parse(field(item, 'LastModified')) }
        }
        token = field(page, 'NextContinuationToken')
        if (!token) return
      }
    },
  }
}

/** In the bucket, so that it may hold other things too. */
const FOLDER = 'bedside/'

/** The text of an XML element without children; empty if there is none. */
const field = (xml: string, name: string) =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
