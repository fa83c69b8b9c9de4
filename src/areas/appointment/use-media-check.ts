import { useCallback, useEffect, useRef, useState } from 'react'

/** The result of requesting camera and microphone; `sound`: there is no camera, or it is not allowed. */
export type MediaCheck =
  | { readonly state: 'idle' | 'asking' }
  | { readonly state: 'failed'; readonly why: 'denied' | 'missing' | 'in-use' | 'unsupported' }
  | {
      readonly state: 'on'
      readonly stream: MediaStream
      readonly sound: boolean
      readonly devices: readonly MediaDeviceInfo[]
    }

export type Chosen = { readonly camera?: string; readonly microphone?: string }

/** Camera and microphone, for a test before a visit. Nothing is sent or stored; both are released with the page. */
export function useMediaCheck() {
  const [check, setCheck] = useState<MediaCheck>({ state: 'idle' })
  const stream = useRef<MediaStream | null>(null)
  const releaseMedia = useCallback(() => {
    for (const track of stream.current?.getTracks() ?? []) track.stop()
    stream.current = null
  }, [])
  const stop = useCallback(() => {
    releaseMedia()
    setCheck({ state: 'idle' })
  }, [releaseMedia])
  const start = useCallback(
    async ({ camera, microphone }: Chosen = {}) => {
      if (isWithheld()) return location.reload()
      releaseMedia()
      setCheck({ state: 'asking' })
      const audio = microphone ? { deviceId: { exact: microphone } } : true
      const video = { width: { ideal: 1280 }, ...(camera && { deviceId: { exact: camera } }) }
      const opened = await open({ audio, video }).catch((error: unknown) =>
        // a visit is possible with voice alone
        whyOf(error) === 'missing' || whyOf(error) === 'in-use' ? open({ audio }).catch(whyOf) : whyOf(error),
      )
      if (typeof opened === 'string') return setCheck({ state: 'failed', why: opened })
      stream.current = opened
      setCheck({
        state: 'on',
        stream: opened,
        sound: opened.getVideoTracks().length === 0,
        devices: await navigator.mediaDevices.enumerateDevices(),
      })
    },
    [releaseMedia],
  )
  useEffect(() => releaseMedia, [releaseMedia])
  return { check, start, stop }
}

const open = (what: MediaStreamConstraints): Promise<MediaStream> =>
  'mediaDevices' in navigator
    ? navigator.mediaDevices.getUserMedia(what)
    : Promise.reject(new DOMException('', 'NotSupportedError'))

/** The names browsers give (Media Capture and Streams, §10.2). */
function whyOf(error: unknown): 'denied' | 'missing' | 'in-use' | 'unsupported' {
  const name = error instanceof DOMException || error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return name === 'NotReadableError' || name === 'AbortError' ? 'in-use' : 'unsupported'
}

/**
 * Only this page's own document may use the camera (TRUST D7). A person who came from another page of the app without a
 * reload has that page's permissions: the page is reloaded once. Browsers without such policies report nothing.
 */
function isWithheld(): boolean {
  const policy = (document as { featurePolicy?: { allowsFeature: (name: string) => boolean } }).featurePolicy // Chromium's
  return policy?.allowsFeature('camera') === false && !performance.getEntriesByType('navigation').some(isThisPage)
}
const isThisPage = (entry: PerformanceEntry) => URL.parse(entry.name)?.pathname === location.pathname
