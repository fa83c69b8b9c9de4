import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { traceHeaders } from '../../kernel/trace.ts'
import { isName, StorageDown, sealedStore, type FileStore } from './store.ts'

/** Where a bucket is and how it is opened; of the operator's settings alone, never of anything a person types (TRUST R51). */
export type Bucket = {
  /** The bucket's own address: https://s3.eu-central-1.amazonaws.com/clinic-files */
  readonly url: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}
/** One try, ms; and how many there are. Together they stay under what a transaction may wait (TRUST D12). */
type Patience = { readonly ms: number; readonly tries: number; readonly pause: number }

/** Files in S3-compatible storage, sealed before they leave this machine; requests are signed with AWS Signature V4. */
export const createS3Store = (bucket: Bucket, master: Buffer, patience: Patience = PATIENCE): FileStore =>
  sealedStore(s3Place(bucket, patience), master)

const PATIENCE: Patience = { ms: 4000, tries: 3, pause: 200 }

/** The sealed bytes as they lie, for whoever carries them elsewhere. */
export function s3Place({ url, region, keyId, secret }: Bucket, { ms, tries, pause }: Patience = PATIENCE): FileStore {
  const aws = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 0 })
  const at = (name: string) => `${url}/${FOLDER}${name}`

  /** Asks until there is an answer that is one: 5xx, 429 and silence are tried again, redirects are never followed. */
  async function ask(method: 'GET' | 'PUT' | 'DELETE', address: string, body?: Buffer): Promise<Response> {
    for (let tried = 1; ; tried++) {
      const signed = await aws.sign(address, {
        method,
        redirect: 'manual',
        headers: {
          ...traceHeaders(),
          'x-amz-content-sha256': createHash('sha256')
            .update(body ?? '')
            .digest('hex'),
        },
        ...(body && { body: new Uint8Array(body) }),
      })
      // the limit goes to `fetch` itself: one that a Request carries is forgotten when memory is collected, and silence then has no end
      const answer = await fetch(signed, { signal: AbortSignal.timeout(ms) }).catch(() => null)
      if (answer?.ok || (answer?.status === 404 && method !== 'PUT')) return answer
      const isFinal = answer && answer.status < 500 && answer.status !== 429
      // a no to our key or bucket is the operator's to mend: for whoever waits it is down all the same
      if (isFinal || tried === tries) throw new StorageDown(`storage answers ${answer?.status ?? 'nothing'}`)
      await answer?.body?.cancel()
      await new Promise((done) => setTimeout(done, pause * 2 ** (tried - 1) * (1 + Math.random())))
    }
  }
  /** The whole body, within its time too: a line that dies in the middle is a place that is down. */
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
        const page = (await bytesOf(await ask('GET', `${url}?${query}`))).toString()
        for (const item of page.split('<Contents>').slice(1)) {
          const name = field(item, 'Key').slice(FOLDER.length)
          // whatever else lies there is not ours
          if (isName(name)) yield { name, at: Date.parse(field(item, 'LastModified')) }
        }
        token = field(page, 'NextContinuationToken')
        if (!token) return
      }
    },
  }
}

/** In the bucket, so that it may hold other things too. */
const FOLDER = 'bedside/'

/** The text of an XML element that holds no others; empty where there is none. */
const field = (xml: string, name: string) =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
