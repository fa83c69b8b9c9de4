import { useLingui } from '@lingui/react/macro'
import { useClinics } from '../clinic/queries.ts'
import { useDoctor } from '../doctor/queries.ts'
import { signedName } from '../doctor/signed-name.ts'
import { useDevice } from '../../screen/device.ts'

/**
 * Where this person's texts may appear (rules 47, 77): the platform's pages, and those of the private clinics they work
 * in; for a doctor only of private clinics, only these. `first`: the default, the host's clinic if it is one of theirs.
 */
export function usePublishers() {
  const { t } = useLingui()
  const { person, session } = useDevice()
  const doctor = useDoctor(person.id)
  const clinics = useClinics()
  const theirs = (doctor?.clinicIds ?? []).flatMap((id) => clinics?.get(id) ?? [])
  const hidden = theirs.filter((clinic) => clinic.private).map(({ id, name }) => ({ value: id, label: name }))
  const isOnlyHidden = hidden.length > 0 && hidden.length === theirs.length
  const publishers = [...(isOnlyHidden ? [] : [{ value: '', label: t`Public pages` }]), ...hidden]
  return {
    isReady: person.type !== 'doctor' || (doctor !== undefined && clinics !== undefined),
    publishers,
    first: publishers.find(({ value }) => value === session.clinicId)?.value ?? publishers[0]?.value ?? '',
    authorName: doctor ? signedName(doctor, person.name) : person.name,
  }
}
