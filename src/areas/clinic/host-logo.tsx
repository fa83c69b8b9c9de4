import { useState } from 'react'
import type { ClinicFace } from '../../../contract/clinic/clinic.face.ts'

/**
 * The logo of this host's clinic, visible to everyone; its first letter if there is none. Decorative, since the name is
 * next to it.
 */
export function HostLogo({
  face,
  className,
}: {
  face: Pick<ClinicFace, 'logoId' | 'name'> | null
  className?: string
}) {
  const [failed, setFailed] = useState<string | null>(null)
  const id = face?.logoId
  if (id && failed !== id)
    return <img className={className} src={`/clinic-logo?v=${id}`} alt="" onError={() => setFailed(id)} />
  return (
    <span className={className} aria-hidden="true">
      {[...(face?.name ?? 'Bedside')][0]}
    </span>
  )
}
