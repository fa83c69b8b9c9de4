import { Trans, useLingui } from '@lingui/react/macro'
import { Camera, Mic, VideoOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Note } from '../../ui/note.tsx'
import type { Chosen, MediaCheck as Check, useMediaCheck } from './use-media-check.ts'

/**
 * Lets a person check camera and microphone before the other side sees them (SCREENS B1 "join"). Picture and sound stay
 * on the device.
 */
export function MediaCheck({ media: { check, start, stop } }: { media: ReturnType<typeof useMediaCheck> }) {
  const [chosen, setChosen] = useState<Chosen>({})
  const choose = (change: Chosen) => {
    const next = { ...chosen, ...change }
    setChosen(next)
    void start(next)
  }
  return (
    <Card
      title={<Trans>Camera and microphone</Trans>}
      aside={
        check.state === 'on' ? (
          <Button small look="quiet" onClick={stop}>
            <Trans>Switch off</Trans>
          </Button>
        ) : null
      }
    >
      <div className="stack">
        <div className="media-picture" data-state={check.state}>
          {check.state === 'on' && !check.sound ? (
            <Preview stream={check.stream} />
          ) : (
            <p className="media-none">
              <VideoOff aria-hidden="true" />
              {check.state === 'on' ? (
                <Trans>No camera: you will be heard, not seen.</Trans>
              ) : (
                <Trans>The camera is off.</Trans>
              )}
            </p>
          )}
        </div>
        {check.state === 'failed' && <Failed why={check.why} />}
        {check.state === 'on' ? (
          <>
            <Level stream={check.stream} />
            <Devices check={check} onChoose={choose} />
          </>
        ) : (
          <div className="stack-2">
            <Button
              className="start"
              aria-busy={check.state === 'asking' || undefined}
              onClick={() => void start(chosen)}
            >
              <Camera aria-hidden="true" />
              {check.state === 'failed' ? <Trans>Try again</Trans> : <Trans>Check camera and microphone</Trans>}
            </Button>
            <p className="sm dim">
              <Trans>Your browser asks for permission. Nothing is sent or recorded here.</Trans>
            </p>
          </div>
        )}
      </div>
    </Card>
  )
}

function Preview({ stream }: { stream: MediaStream }) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  // one's own picture without sound has nothing to caption
  return <video ref={video} autoPlay playsInline muted aria-label={t`Your camera’s picture`} />
}

/** The volume, ten times a second; even a whisper moves it. */
function Level({ stream }: { stream: MediaStream }) {
  const { t } = useLingui()
  const [level, setLevel] = useState(0)
  const [hasPlayed, setPlayed] = useState(false)
  useEffect(() => {
    const audio = new AudioContext()
    const analyser = audio.createAnalyser()
    analyser.fftSize = 512
    audio.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const loud = Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length)
      const next = Math.min(1, loud * LOUDER)
      setLevel(next)
      if (next > AUDIBLE) setPlayed(true)
    }, 100)
    return () => {
      clearInterval(timer)
      void audio.close()
    }
  }, [stream])
  return (
    <div className="row media-level">
      <Mic aria-hidden="true" />
      <meter min={0} max={1} value={level} aria-label={t`Microphone`} />
      <span className="sm" role="status">
        {hasPlayed ? <Trans>You are heard.</Trans> : <Trans>Say something.</Trans>}
      </span>
    </div>
  )
}

/** Speech at arm's length is about 0.05 of full scale. */
const LOUDER = 8
const AUDIBLE = 0.15

/** Which camera and microphone, if there are several. */
function Devices({
  check: { stream, devices },
  onChoose,
}: {
  check: Extract<Check, { state: 'on' }>
  onChoose: (change: Chosen) => void
}) {
  const { t } = useLingui()
  const kinds = [
    { kind: 'videoinput', key: 'camera', label: t`Camera`, track: stream.getVideoTracks()[0] },
    { kind: 'audioinput', key: 'microphone', label: t`Microphone`, track: stream.getAudioTracks()[0] },
  ] as const
  return (
    <div className="media-devices">
      {kinds.map(({ kind, key, label, track }) => {
        const found = devices.filter((device) => device.kind === kind)
        if (found.length < 2) return null
        return (
          <Field key={key} label={label}>
            <NativeSelect
              value={track?.getSettings().deviceId ?? ''}
              onChange={(event) => onChoose({ [key]: event.target.value })}
            >
              {found.map((device, index) => (
                <option key={device.deviceId} value={device.deviceId}>
                  {device.label || `${label} ${index + 1}`}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )
      })}
    </div>
  )
}

function Failed({ why }: { why: Extract<Check, { state: 'failed' }>['why'] }) {
  switch (why) {
    case 'denied':
      return (
        <Note tone="failed" alert title={<Trans>The browser does not allow it</Trans>}>
          <Trans>Allow camera and microphone for this page: at the lock beside the address, or in the settings.</Trans>
        </Note>
      )
    case 'missing':
      return (
        <Note tone="failed" alert title={<Trans>No camera and no microphone were found</Trans>}>
          <Trans>Connect one, or take part with your phone: sign in there and open this appointment.</Trans>
        </Note>
      )
    case 'in-use':
      return (
        <Note tone="failed" alert title={<Trans>Another program is using camera or microphone</Trans>}>
          <Trans>Close it and try again.</Trans>
        </Note>
      )
    case 'unsupported':
      return (
        <Note tone="failed" alert title={<Trans>This browser gives no access to camera and microphone</Trans>}>
          <Trans>Use a current browser.</Trans>
        </Note>
      )
  }
}
