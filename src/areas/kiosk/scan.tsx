import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { openReader } from './reader.ts'

/** Whether this device lists a camera, before the person is asked for permission. */
export function useCamera(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    const devices = navigator.mediaDevices as MediaDevices | undefined // undefined on pages that are not secure
    if (!devices) return
    let gone = false
    const look = () =>
      void devices.enumerateDevices().then(
        (all) => !gone && setHas(all.some(({ kind }) => kind === 'videoinput')),
        () => undefined,
      )
    look()
    devices.addEventListener('devicechange', look)
    return () => {
      gone = true
      devices.removeEventListener('devicechange', look)
    }
  }, [])
  return has
}

const LOOK_MS = 250

/**
 * Reads the QR code of a visit with the camera; pictures are not kept. If the camera may not be used, it says so and
 * offers a way back.
 */
export function Scan({ onBack, onRead }: { onBack: () => void; onRead: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    let stream: MediaStream | null = null
    let gone = false
    const stop = () => {
      gone = true
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    async function look() {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user' } })
      if (gone || !video.current) return stop()
      video.current.srcObject = stream
      const [read] = await Promise.all([openReader(), video.current.play()])
      for (;;) {
        const text = await read(video.current)
        if (gone) return
        if (text !== null) {
          stop()
          return onRead(text)
        }
        await new Promise((next) => setTimeout(next, LOOK_MS))
      }
    }
    look().catch(() => {
      // the step was left while the camera was opening: report nothing
      if (gone) return
      stop()
      setRefused(true)
    })
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
          <Trans>Type the code instead, or go to reception.</Trans>
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
