import './meeting.css'
import { Trans } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { VideoOff } from 'lucide-react'
import { formatDay, formatMinutes, formatWallTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDoctors } from '../doctor/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { useMinute } from '../../ui/minute-clock.ts'
import { Note } from '../../ui/note.tsx'
import { Empty } from '../../ui/states.tsx'
import { MediaCheck } from './media-check.tsx'
import { MeetingDoor } from './meeting-door.tsx'
import { useRoom } from './queries-meeting.ts'
import type { ShownVisit } from './queries.ts'
import { useVisitAnywhere } from './queries-anywhere.ts'
import { useMediaCheck } from './use-media-check.ts'
import { VisitBeyond } from './visit-beyond.tsx'
import { useDoctorName } from '../doctor/doctor-name.ts'
import { wallOfVisit } from './visit-wall.ts'
import { OtherWall } from './visit-words.tsx'

const route = getRouteApi('/signed-in/appointment/$id/meeting')

/** The entrance page of an online visit: when it opens, who is there, whether camera and microphone work (rule 31). */
export function MeetingScreen() {
  const { id } = route.useParams()
  const found = useVisitAnywhere(id)
  const { visit } = found
  if (!visit) return <VisitBeyond found={found} />
  if (visit.type !== 'online')
    return (
      <Empty icon={<VideoOff />} title={<Trans>You meet face to face</Trans>} action={<BackToVisit id={visit.id} />}>
        <Trans>This appointment is at the clinic, not online.</Trans>
      </Empty>
    )
  return <Room visit={visit} />
}

function Room({ visit }: { visit: ShownVisit }) {
  const offline = useIsOffline()
  const media = useMediaCheck()
  const room = useRoom(visit.id, visit.version)
  useMinute() // "in 4 minutes" changes
  return (
    <div className="meeting">
      <section className="card meeting-door">
        <Head visit={visit} />
        {offline ? (
          <Note tone="offline" title={<Trans>You need to be online to join</Trans>}>
            <Trans>You can join as soon as you are back online.</Trans>
          </Note>
        ) : (
          // the meeting's own page needs the camera that is tested here
          <MeetingDoor visit={visit} room={room} onEnter={media.stop} />
        )}
        <BackToVisit id={visit.id} />
      </section>
      <MediaCheck media={media} />
    </div>
  )
}

function Head({ visit }: { visit: ShownVisit }) {
  const { person } = useDevice()
  const language = useLanguage()
  const nameOf = useDoctorName()
  const doctor = useDoctors()?.get(visit.doctorId)
  const wall = wallOfVisit(visit)
  return (
    <div>
      <p className="sm dim">{person.type === 'patient' ? nameOf(doctor) : visit.patientName}</p>
      <h2 className="meeting-when">
        {formatWallTime(wall.time)} <OtherWall wall={wall} />
      </h2>
      <p className="sm dim">
        {formatDay(wall.date, language)}, {formatMinutes(visit.duration, language)}
      </p>
    </div>
  )
}

const BackToVisit = ({ id }: { id: string }) => (
  <Link to="/appointment/$id" params={{ id }} className="btn quiet">
    <Trans>To the appointment</Trans>
  </Link>
)
