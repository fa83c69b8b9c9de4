import type { Language } from '../../../contract/kernel/constants.ts'
import { branchId, isDental, type BranchKey } from './branches.ts'
import { cardOf } from './cards.ts'
import { identityOf } from './identity.ts'
import { demoId } from './ids.ts'
import { NAMES } from './names.ts'
import { phoneOf, type Country } from './phones.ts'
import type { Plan, PlannedClinic } from './plan.ts'
import { drawFrom, type Draw } from './random.ts'
import { addressOf, ADMINS, MAIL_HOST } from './sign-ins.ts'
import { DENTIST_TITLES, TEXTS, TITLES } from './texts.ts'

export type DemoDoctor = {
  /** The clinic's index × 1000 + the position in it, so that it is the same doctor in both sets. */
  readonly n: number
  readonly place: number
  readonly id: string
  readonly name: string
  readonly branch: BranchKey
  /** Own clinic first. */
  readonly clinics: readonly PlannedClinic[]
  readonly active: boolean
  readonly commission: { readonly type: 'ratio' | 'amount' | null; readonly value: number }
}
export type DemoPatient = { readonly id: string; readonly name: string; readonly hasMail: boolean }

export type People = ReturnType<typeof makePeople>

/** Everyone, as rows of `person`, `doctor` and `patient`. Whoever signs in comes first, so that they are the same in both sets. */
export function makePeople(plan: Plan, passwordHash: string) {
  const nextPhone = phoneBook()
  const persons: ReturnType<typeof personRow>[] = []
  const doctorRows: (ReturnType<typeof doctorRow> & ReturnType<typeof cardOf>)[] = []
  const patientRows: ReturnType<typeof patientRow>[] = []
  const doctors: DemoDoctor[] = []
  const patientsOf: DemoPatient[][] = plan.clinics.map(() => [])
  const desks: string[] = []

  ADMINS.forEach(({ name, username, superadmin }, i) => {
    const person = {
      id: demoId('admin', i + 1),
      name,
      lang: 'tr' as const,
      email: username,
      phone: nextPhone('TR'),
      superadmin,
      passwordHash,
    }
    persons.push(personRow('admin', null, person))
  })
  for (const clinic of plan.clinics) {
    addDesk(clinic)
    if (clinic.cast) {
      addDoctor(clinic, 0)
      addPatient(clinic, 0)
    }
  }
  for (const clinic of plan.clinics) {
    for (let place = clinic.cast ? 1 : 0; place < clinic.doctorCount; place++) addDoctor(clinic, place)
    for (let place = clinic.cast ? 1 : 0; place < clinic.patientCount; place++) addPatient(clinic, place)
  }
  // citizens of a country with identity numbers have one (rule 61: others do not)
  const named = persons.map((person, i) => ({
    ...person,
    identity: person.phone.startsWith('+90') ? identityOf(i + 1) : null,
  }))
  return { persons: named, doctorRows, patientRows, doctors: doctors.toSorted((a, b) => a.n - b.n), patientsOf, desks }

  function addDesk(clinic: PlannedClinic) {
    const name = clinic.cast?.desk ?? fullName(drawFrom(clinic.index + 1), clinic.lang, 'female')
    const email = clinic.cast ? addressOf('clinic', clinic.slug) : null
    const person = {
      id: demoId('clinicUser', clinic.index + 1),
      name,
      lang: clinic.lang,
      email,
      phone: nextPhone(clinic.country),
    }
    persons.push(personRow('clinic', clinic, clinic.cast ? { ...person, passwordHash } : person))
    desks.push(name)
  }

  function addDoctor(clinic: PlannedClinic, place: number) {
    const n = clinic.index * 1000 + place
    const draw = drawFrom(10_000_000 + n)
    const cast = place === 0 ? clinic.cast?.doctor : undefined
    const branch = clinic.branches[place % clinic.branches.length]! // the remainder is within
    const lang = cast || draw.chance(0.8) ? clinic.lang : draw.weighted(clinic.names)
    const titles = (isDental(branch) ? DENTIST_TITLES : TITLES)[lang]
    const shared = plan.clinics.find(({ slug }) => slug === clinic.shares?.[place - 1])
    const doctor: DemoDoctor = {
      n,
      place,
      id: demoId('doctor', n + 1),
      name: cast?.name ?? fullName(draw, lang, draw.chance(0.5) ? 'female' : 'male'),
      branch,
      clinics: shared ? [clinic, shared] : [clinic],
      active: place !== clinic.doctorCount - 1 || clinic.index % 2 === 1,
      commission: commissionOf(draw, clinic),
    }
    const email = cast ? addressOf('doctor', clinic.slug) : `doctor.${n}@${MAIL_HOST}`
    const person = { id: doctor.id, name: doctor.name, lang, email, phone: nextPhone(clinic.country) }
    // a doctor only of this private clinic belongs to its realm; one who also works elsewhere is the platform's
    // (rules 49, 53)
    const realm = doctor.clinics.every((each) => each.private) ? clinic : null
    persons.push({ ...personRow('doctor', realm, cast ? { ...person, passwordHash } : person), active: doctor.active })
    const row = doctorRow(doctor, cast?.title ?? draw.pick(titles), cast?.languages ?? languagesOf(draw, lang))
    doctorRows.push({ ...row, ...cardOf(n, branch, lang, 4 + ((n * 7) % 26), plan.now) })
    doctors.push(doctor)
  }

  function addPatient(clinic: PlannedClinic, place: number) {
    const n = clinic.index * 100_000 + place
    const draw = drawFrom(20_000_000 + n)
    const cast = place === 0 ? clinic.cast?.patient : undefined
    const lang = cast?.lang ?? draw.weighted(clinic.names)
    const gender = cast?.gender ?? (draw.chance(0.54) ? 'female' : 'male')
    const born = new Date(plan.now - Math.floor((draw.next() * 70 + draw.next() * 20 + 0.5) * 365.25) * DAY)
      .toISOString()
      .slice(0, 10)
    const hasMail = cast !== undefined || draw.chance(0.85)
    const email = cast ? addressOf('patient', clinic.slug) : hasMail ? `patient.${n}@${MAIL_HOST}` : null
    const person = {
      id: demoId('patient', n + 1),
      name: cast?.name ?? fullName(draw, lang, gender),
      lang,
      email,
      phone: nextPhone(lang === 'ru' && clinic.country === 'TR' ? 'RU' : clinic.country),
    }
    const added = new Date(plan.now - Math.floor((plan.back + 35 + draw.next() * 300) * DAY)).toISOString()
    const allergies = cast ? cast.allergies : draw.chance(0.12) ? draw.pick(TEXTS[clinic.lang].allergies) : null
    // most were asked at their first appointment; some have not been asked yet
    const noAllergies = !allergies && place % 5 !== 4
    persons.push(
      personRow('patient', clinic.private ? clinic : null, cast ? { ...person, passwordHash } : person, added),
    )
    patientRows.push(
      patientRow(person.id, clinic, {
        born: cast?.birthDate ?? born,
        gender,
        allergies,
        noAllergies,
        added,
        ...medicalOf(draw, n),
      }),
    )
    patientsOf[clinic.index]!.push({ id: person.id, name: person.name, hasMail })
  }
}

const DAY = 86_400_000

type Person = {
  readonly id: string
  readonly name: string
  readonly lang: Language
  readonly email: string | null
  readonly phone: string
  readonly superadmin?: boolean
  readonly passwordHash?: string
}

/** `clinic` is the clinic that added the person. People of a private clinic belong to its realm (rule 49). */
function personRow(
  type: 'admin' | 'clinic' | 'doctor' | 'patient',
  clinic: PlannedClinic | null,
  person: Person,
  added = OPENED,
) {
  return {
    id: person.id,
    type,
    realm: clinic?.private ? clinic.id : null,
    clinic_id: type === 'clinic' && clinic ? clinic.id : null,
    name: person.name,
    email: person.email,
    phone: person.phone,
    lang: person.lang,
    superadmin: person.superadmin ?? false,
    active: true,
    password_hash: person.passwordHash ?? null,
    created_at: added,
  }
}

const OPENED = '2024-01-01T00:00:00Z'

function doctorRow(doctor: DemoDoctor, title: string, languages: readonly Language[]) {
  return {
    id: doctor.id,
    title,
    branch_id: branchId(doctor.branch),
    clinic_ids: doctor.clinics.map(({ id }) => id),
    city: doctor.clinics[0]!.city,
    languages,
    commission_type: doctor.commission.type,
    commission_value: doctor.commission.value,
    active: doctor.active,
  }
}

type Card = {
  readonly born: string
  readonly gender: 'female' | 'male'
  readonly allergies: string | null
  readonly noAllergies: boolean
  readonly added: string
  readonly bloodType: string | null
  readonly emergencyName: string | null
}

/** What is known of some patients and not of others; the first to sign in have it all. */
function medicalOf(draw: Draw, n: number) {
  const bloodType = draw.pick(['A+', '0+', 'B+', 'AB+', 'A-', '0-', 'B-', 'AB-'])
  const emergencyName = draw.pick(['Deniz', 'Umut', 'Alex', 'Robin', 'Саша'])
  const isFirst = n % 100_000 === 0
  return {
    bloodType: isFirst || draw.chance(0.6) ? bloodType : null,
    emergencyName: isFirst || draw.chance(0.3) ? emergencyName : null,
  }
}

/** Which other clinics and doctors a patient has met follows from the visits. */
function patientRow(id: string, clinic: PlannedClinic, card: Card) {
  const { born, gender, allergies, noAllergies, added, bloodType, emergencyName } = card
  const clinic_id = clinic.private ? clinic.id : null
  return {
    id,
    birth_date: born,
    gender,
    allergies,
    no_allergies: noAllergies,
    allergies_at: allergies || noAllergies ? added : null,
    allergies_by: allergies || noAllergies ? id : null,
    blood_type: bloodType,
    emergency_name: emergencyName,
    clinic_id,
    clinic_ids: [clinic.id],
    doctor_ids: [],
    added_in: clinic.id,
    created_at: added,
  }
}

function fullName(draw: Draw, lang: Language, gender: 'female' | 'male') {
  const names = NAMES[lang]
  const middle = draw.chance(lang === 'ru' ? 0.45 : 0.12) ? [draw.pick(names[gender].middle)] : []
  return [draw.pick(names[gender].first), ...middle, draw.pick(names.last[gender])].join(' ')
}

function commissionOf(draw: Draw, clinic: PlannedClinic): DemoDoctor['commission'] {
  const kind = draw.weighted({ ratio: 70, amount: 20, none: 10 })
  if (kind === 'ratio') return { type: 'ratio', value: draw.pick([10, 12, 15, 18, 20, 25]) }
  if (kind === 'amount')
    return { type: 'amount', value: draw.between(2, 6) * (clinic.currency === 'try' ? 10_000 : 500) }
  return { type: null, value: 0 }
}

const languagesOf = (draw: Draw, lang: Language) => [...new Set([lang, draw.pick(['en', 'de', 'ru', 'tr'] as const)])]

/** Deals every country's invented numbers out in order, so that no two people share one. */
function phoneBook() {
  const usedNumbers = new Map<Country, number>()
  return (country: Country) => {
    const n = usedNumbers.get(country) ?? 0
    usedNumbers.set(country, n + 1)
    return phoneOf(country, n)
  }
}
