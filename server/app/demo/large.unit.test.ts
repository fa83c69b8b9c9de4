import { describe, expect, it } from 'vitest'
import { hoursOf } from './hours.ts'
import { makePeople } from './people.ts'
import { planOf } from './plan.ts'
import { signIns } from './sign-ins.ts'
import { bookingDesk } from './visits.ts'

const NOW = Date.parse('2026-03-25T10:10:00Z')

describe('the large demo set', () => {
  const plan = planOf('large', NOW)
  const people = makePeople(plan, 'hash')

  it('has the promised counts, and no duplicate person', () => {
    expect(plan.clinics).toHaveLength(20)
    expect(new Set(plan.clinics.map(({ slug }) => slug)).size).toBe(20)
    expect(people.doctors).toHaveLength(400)
    expect(people.patientRows).toHaveLength(100_000)
    const { persons } = people
    expect(new Set(persons.map(({ id }) => id)).size).toBe(persons.length)
    expect(new Set(persons.map(({ phone }) => phone)).size).toBe(persons.length)
    const mails = persons.flatMap(({ email }) => email ?? [])
    expect(new Set(mails).size).toBe(mails.length)
  })

  it('has the small set’s clinics and sign-ins unchanged', () => {
    const small = planOf('small', NOW)
    expect(plan.clinics.slice(0, 5).map(({ id }) => id)).toEqual(small.clinics.map(({ id }) => id))
    const cast = ({ persons }: typeof people) => persons.filter(({ password_hash }) => password_hash !== null)
    expect(cast(people)).toHaveLength(signIns().length)
    expect(cast(people).map((person) => ({ ...person, created_at: null }))).toEqual(
      cast(makePeople(small, 'hash')).map((person) => ({ ...person, created_at: null })),
    )
  })

  it('has enough hours for every doctor’s share of a million visits, without overlaps', () => {
    const book = bookingDesk(plan, people)
    const ofFiveClinics = people.doctors.filter(({ n }) => n % 4000 < 1000)
    expect(ofFiveClinics).toHaveLength(100)
    for (const doctor of ofFiveClinics) {
      const visits = book(doctor, hoursOf(doctor), 2500).map(({ visit }) => visit)
      expect(visits).toHaveLength(2500)
      const live = visits
        .filter(({ status }) => status !== 'cancelled')
        .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1))
      expect(live.filter((visit, i) => i > 0 && visit.starts_at < live[i - 1]!.ends_at)).toEqual([])
    }
  }, 60_000)
})
