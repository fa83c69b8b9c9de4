import { POSITION_HEADER } from '../../contract/kernel/constants.ts'
import { headersOf } from './headers.ts'
import { hearPosition } from './position.ts'
import type { JsonObject, Response_ } from './http.ts'
import { dropToken, readSession } from './session.ts'

/**
 * Sends a form with files as the person signed in; `onProgress` gets the percentage sent, 0 to 100. Uses
 * XMLHttpRequest, because fetch does not report the progress of a body. Limited to two minutes: a picture over a slow
 * line takes its time.
 */
export async function sendForm(
  url: string,
  form: FormData,
  onProgress: (percent: number) => void = () => {},
): Promise<Response_> {
  const session = await readSession()
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.timeout = TIMEOUT_MS
    request.responseType = 'json'
    for (const [name, value] of Object.entries(headersOf(session))) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? Math.round((loaded / total) * 100) : 0)
    request.onload = () => {
      hearPosition(request.getResponseHeader(POSITION_HEADER))
      const body = request.response as JsonObject | null // null if it is not JSON (rule 103)
      if (typeof body?.['status'] !== 'boolean') return resolve({ kind: 'none' })
      if (request.status === 401) void dropToken()
      resolve({ kind: 'answer', status: request.status, body, retryAfter: null })
    }
    request.onerror = request.ontimeout = () => resolve({ kind: 'none' })
    request.send(form)
  })
}

/**
 * The picture at an address, as the person signed in; null if the server refuses or cannot be reached. `keep`: the
 * browser may store it on its disk, never true on a shared device.
 */
export const fetchBytes = (url: string, keep = true): Promise<Blob | null> =>
  fetchFile(url, 'image/', keep ? 'default' : 'no-store')

/** The file at an address if it has the wanted kind: `type` is a prefix of its media type. */
export async function fetchFile(url: string, type: string, cache: RequestCache = 'default'): Promise<Blob | null> {
  const session = await readSession()
  try {
    const response = await fetch(url, {
      headers: headersOf(session),
      cache,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return response.ok && response.headers.get('content-type')?.startsWith(type) ? await response.blob() : null
  } catch {
    return null
  }
}

const TIMEOUT_MS = 120_000
