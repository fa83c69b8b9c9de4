import { Trans, useLingui } from '@lingui/react/macro'
import { Video } from 'lucide-react'
import { formatMinutes, formatTime, viewerZone } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Note } from '../../ui/note.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { joinRoom } from './commands-meeting.ts'
import type { useRoom } from './queries-meeting.ts'
import type { ShownVisit } from './queries.ts'

type Room = ReturnType<typeof useRoom>
type Meeting = Extract<Room, { state: 'known' }>['meeting']

/**
 * The entrance to the room: closed with its opening time, open with who is inside, or closed for good. People rejoin
 * through it too.
 */
export function MeetingDoor({ visit, room, onEnter }: { visit: ShownVisit; room: Room; onEnter: () => void }) {
  const { i18n } = useLingui()
  const { person, now } = useDevice()
  const language = useLanguage()
  if (room.state === 'asking') return <ListSkeleton rows={1} />
  if (room.state === 'unreachable')
    return (
      <Note tone="offline" title={<Trans>The server could not be reached</Trans>}>
        <Button small onClick={room.askAgain}>
          <Trans>Try again</Trans>
        </Button>
      </Note>
    )
  if (room.state === 'refused')
    return (
      <Note tone="failed" title={i18n._(messages[room.code])}>
        {person.type === 'patient' ? (
          <Trans>Please call the clinic if you are waiting.</Trans>
        ) : (
          <Trans>Add a meeting link to the appointment; the patient then finds it here.</Trans>
        )}
      </Note>
    )
  const { meeting } = room
  if (meeting.state === 'over')
    return (
      <Note tone="completed" title={<Trans>The meeting of this appointment has ended</Trans>}>
        <Trans>It was open until {formatTime(meeting.closesAt, viewerZone())}.</Trans>
      </Note>
    )
  if (meeting.state === 'early') {
    const minutes = Math.max(1, Math.ceil((Date.parse(meeting.opensAt) - now()) / 60_000))
    return (
      <Note tone="waiting" title={<Trans>The meeting opens at {formatTime(meeting.opensAt, viewerZone())}</Trans>}>
        {minutes < 120 ? (
          <Trans>In {formatMinutes(minutes, language)}. Keep this page open; the button appears automatically.</Trans>
        ) : (
          <Trans>Come back then; until then you can try camera and microphone here.</Trans>
        )}
      </Note>
    )
  }
  return <OpenDoor visit={visit} meeting={meeting} onEnter={onEnter} onAsk={room.askAgain} />
}

function OpenDoor({
  visit,
  meeting: { link, patientSince, staffSince },
  onEnter,
  onAsk,
}: {
  visit: ShownVisit
  meeting: Meeting
  onEnter: () => void
  onAsk: () => void
}) {
  const device = useDevice()
  const isPatient = device.person.type === 'patient'
  const inside = isPatient ? patientSince : staffSince
  return (
    <>
      <div role="status">
        {isPatient ? (
          <PatientSide since={patientSince} doctorSince={staffSince} />
        ) : (
          <StaffSide name={visit.patientName} since={patientSince} />
        )}
      </div>
      <LinkButton
        look="primary"
        className="meeting-in"
        href={link ?? undefined}
        target="_blank"
        rel="noopener noreferrer"
        onClick={() => {
          onEnter()
          void joinRoom(device, visit.id).then(onAsk)
        }}
      >
        <Video aria-hidden="true" />
        {inside ? <Trans>Rejoin</Trans> : <Trans>Join the meeting</Trans>}
      </LinkButton>
      <p className="sm dim">
        <Trans>It opens in a new tab. If you lose the connection, come back here and join again.</Trans>
      </p>
    </>
  )
}

function PatientSide({ since, doctorSince }: { since: string | null; doctorSince: string | null }) {
  if (doctorSince)
    return (
      <Note tone="arrived" title={<Trans>Your doctor is in the meeting</Trans>}>
        <Trans>Since {formatTime(doctorSince, viewerZone())}.</Trans>
      </Note>
    )
  if (since)
    return (
      <Note tone="waiting" title={<Trans>Your doctor has been told that you are here</Trans>}>
        <Trans>You have been waiting since {formatTime(since, viewerZone())}. Doctors may be a few minutes late.</Trans>
      </Note>
    )
  return (
    <Note tone="waiting" title={<Trans>The meeting is open</Trans>}>
      <Trans>When you join, your doctor is told that you are here.</Trans>
    </Note>
  )
}

function StaffSide({ name, since }: { name: string; since: string | null }) {
  const { now } = useDevice()
  const language = useLanguage()
  if (!since)
    return (
      <Note tone="waiting" title={<Trans>{name} has not joined yet</Trans>}>
        <Trans>You can join first; the patient is told that you are there.</Trans>
      </Note>
    )
  const minutes = Math.max(1, Math.floor((now() - Date.parse(since)) / 60_000))
  return (
    <Note tone="arrived" title={<Trans>{name} is in the meeting</Trans>}>
      <Trans>
        Since {formatTime(since, viewerZone())}, for {formatMinutes(minutes, language)}.
      </Trans>
    </Note>
  )
}
