import type { Doctor } from '../../../contract/doctor/doctor.ts'
import { useImage } from '../file/queries-image.ts'
import { Avatar } from '../../ui/avatar.tsx'

/**
 * A doctor's picture, the person's own or the first of the gallery; initials if there is none or it cannot be loaded.
 */
export function DoctorAvatar({
  doctor,
  large,
}: {
  doctor: Pick<Doctor, 'id' | 'name' | 'photoId' | 'photoIds'>
  large?: boolean
}) {
  const image = useImage(doctor.photoId ?? doctor.photoIds[0], { size: 96, of: { table: 'doctor', id: doctor.id } })
  return <Avatar name={doctor.name} src={image.state === 'ready' ? image.src : null} {...(large && { large })} />
}
