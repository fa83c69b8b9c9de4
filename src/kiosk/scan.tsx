import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'

/** The part of the Shape Detection API that is used here; browsers without it have no "scan". */
type Detector = { detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]> }
const detectorClass = () =>
  (globalThis as { BarcodeDetector?: new (options: { formats: string[] }) => Detector }).BarcodeDetector // not in TypeScript's DOM yet

export const canScan = () => detectorClass() !== undefined && navigator.mediaDevices !== undefined

const LOOK_MS = 250

/** Looks through the camera for the QR code of a visit; nothing seen is kept. A camera that may not be used says so, and leads back. */
export function Scan({ onBack, onRead }: { onBack: () => void; onRead: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    const Detector = detectorClass()
    if (!Detector) return
    const detector = new Detector({ formats: ['qr_code'] })
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setInterval> | null = null
    let gone = false
    const stop = () => {
      gone = true
      if (timer) clearInterval(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    void navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'user' } })
      .then(async (opened) => {
        stream = opened
        if (gone || !video.current) return stop()
        video.current.srcObject = opened
        await video.current.play()
        timer = setInterval(() => {
          void detector.detect(video.current!).then(([found]) => {
            if (!found || gone) return
            stop()
            onRead(found.rawValue)
          })
        }, LOOK_MS)
      })
      .catch(() => setRefused(true))
    return stop
    // one camera for as long as this stands
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <>
      <h1>
        {refused ? (
          <Trans>The camera cannot be used</Trans>
        ) : (
          <Trans>Hold the code of your message before the camera</Trans>
        )}
      </h1>
      {refused ? (
        <p role="alert">
          <Trans>Please type the code instead, or go to the desk.</Trans>
        </p>
      ) : (
        <video ref={video} className="kiosk-video" muted playsInline />
      )}
      <Button onClick={onBack}>
        <Trans>Type the code</Trans>
      </Button>
    </>
  )
}
