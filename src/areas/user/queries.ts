import { colleagueCalls } from '../../../contract/clinic/colleague.ts'
import { userCalls, type User } from '../../../contract/user/user.ts'
import { useClinics } from '../clinic/queries.ts'
import type { UserSearch } from '../../screen/search.ts'
import { call } from '../../api/call.ts'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useAnswer, type Answer } from '../../screen/use-answer.ts'

type Users = {
  readonly users: readonly User[]
  readonly total: number
  readonly pages: number
  readonly more?: boolean | undefined
}

/** A page of users from the server; the superadmin's device does not store people (SCREENS B25: online only). */
export function useUsers(
  { type, superadmin, clinic, status, page = 1, size = 20 }: UserSearch,
  words: string,
): Answer<Users> {
  const keyword = words.trim()
  const input = {
    page,
    limit: size,
    ...(keyword && { keyword: keyword.slice(0, 100) }),
    ...(type && { type }),
    ...(superadmin !== undefined && { superadmin }),
    ...(clinic && { clinicId: clinic }),
    ...(status && { active: status === 'active' }),
  }
  return useAnswer(() => call(userCalls['user.list'], input), JSON.stringify(input))
}

/** All users of one's own clinic; a clinic has a few dozen at most. */
export function useColleagues(): Answer<Users> {
  return useAnswer(() => call(colleagueCalls['colleague.list'], { limit: 200 }), 'colleagues')
}

/** Public clinics by name, for a filter and for a new clinic user. */
export function useClinicOptions(): readonly { readonly value: string; readonly label: string }[] {
  const clinics = useClinics()
  const language = useLanguage()
  return [...(clinics?.values() ?? [])]
    .filter((clinic) => !clinic.private)
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((a, b) => nameCollator(language).compare(a.label, b.label))
}
