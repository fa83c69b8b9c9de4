import { MOVE_OVERRIDES, mayOverride, OVERRIDES } from '../../contract/appointment/appointment.overrides.ts'
import { newId } from '../../contract/kernel/id.ts'
import { addDays, wallOf } from '../../contract/kernel/time.ts'
import { onAny, word, type Acts, type Scene } from './scene.ts'

export const visitActs = {
  'appointment.book': async ({ draw, world, person, clinicId, rows, now }) => {
    const patients = (await rows('patient')).map(({ id }) => id)
    const patientId =
      person.type === 'patient' ? person.id : draw.pick(patients.length ? patients : [world.people.patientKuzey.id])
    const types = (await rows('visit_type')).map(({ id }) => id)
    const doctor =
      person.type === 'doctor' ? person.id : draw.pick([world.people.doctorKuzey.id, world.people.doctorBoth.id])
    return {
      input: {
        id: newId(now),
        paymentId: newId(now),
        patientId,
        doctorId: doctor,
        clinicId: clinicId ?? world.clinics.kuzey,
        // a few slots that everyone wants
        start: draw.chance(0.6) ? world.slot(1, draw.int(4)) : world.slot(1 + draw.int(3), draw.int(8)),
        duration: 20,
        type: 'face-to-face',
        // some are of another doctor, or archived meanwhile
        ...(types.length && draw.chance(0.3) && { visitTypeId: draw.pick(types) }),
        ...(draw.chance(0.3) ? { payWith: 'bank_transfer', bankId: world.bank } : { payWith: 'later' }),
        ...(draw.chance(0.3) && { patientNote: word(draw) }),
        ...(person.type !== 'patient' && draw.chance(0.5) && { overlapSeen: true }),
        // a patient or an admin who sends it is refused
        ...(draw.chance(mayOverride(person) ? 0.3 : 0.05) && { overrides: some(draw, OVERRIDES) }),
      },
      facts: { patientName: 'Name', zone: 'Europe/Istanbul', price: 10_000, currency: 'try' },
    }
  },
  'appointment.update': async (scene) => {
    const { draw, person } = scene
    const visit = await aVisit(scene)
    if (!visit) return null
    const fields = ['note', 'patientNote', 'meetingLink'] as const
    // a patient who writes the staff's note is refused
    const field = person.type === 'patient' && draw.chance(0.9) ? 'patientNote' : draw.pick(fields)
    return { input: { id: visit.id, [field]: draw.chance(0.1) ? null : word(draw) } }
  },
  'appointment.complete': onVisit,
  'appointment.cancel': async (scene) => {
    const visit = scene.draw.chance(0.4) ? await aVisit(scene) : null
    return visit && { input: { id: visit.id, ...(scene.draw.chance(0.9) && { reason: word(scene.draw) }) } }
  },
  'appointment.move': async (scene) => {
    const visit = await aVisit(scene)
    const { draw, world } = scene
    return (
      visit && {
        input: {
          id: visit.id,
          start: world.slot(1 + draw.int(3), draw.int(8)),
          duration: draw.chance(0.8) ? 20 : 40,
          ...(draw.chance(mayOverride(scene.person) ? 0.3 : 0.05) && { overrides: some(draw, MOVE_OVERRIDES) }),
        },
      }
    )
  },
  'appointment.arrive': onVisit,
  'appointment.unarrive': onVisit,
  'appointment.noShow': onVisit,
  'appointment.confirm': onVisit,
  'appointment.unconfirm': onVisit,
  'appointment.reopen': onVisit,
  'availability.add': async ({ draw, world, person, now }) => {
    const from = 6 + draw.int(14)
    const doctorId = person.type === 'doctor' ? person.id : world.people.doctorKuzey.id
    const day = wallOf(Date.parse(world.slot(1 + draw.int(5), 0)), 'Europe/Istanbul').date
    return {
      input: {
        id: newId(now),
        doctorId,
        clinicId: draw.chance(0.9) ? world.clinics.kuzey : null,
        startDate: day,
        endDate: addDays(day, 20),
        startTime: from * 100,
        // some overlap existing hours, some pass midnight, some are empty
        endTime: draw.pick([from * 100 + 130, 2400, 300, from * 100]),
        period: 20,
        type: 'physical',
        days: [1, 2, 3, 4, 5],
        off: draw.chance(0.5) ? [{ from: addDays(day, 2), to: addDays(day, 4) }] : [],
        price: 5000,
      },
      facts: { zone: 'Europe/Istanbul', currency: 'try' },
    }
  },
  'availability.price': async ({ draw, rows }) => {
    const all = await rows('availability')
    return all.length ? { input: { id: draw.pick(all).id, price: 5000 + draw.int(100) * 100 } } : null
  },
  'availability.activate': onAny('availability'),
  'availability.passivate': async (scene) => (scene.draw.chance(0.2) ? onAny('availability')(scene) : null),
  'busy.add': async ({ draw, world, person, now }) => {
    const start = world.slot(1 + draw.int(5), 12 + draw.int(8))
    const end = new Date(Date.parse(start) + (draw.chance(0.9) ? 1 : -1) * 3_600_000).toISOString()
    const doctorId = person.type === 'doctor' ? person.id : world.people.doctorKuzey.id
    return { input: { id: newId(now), doctorId, start, end, title: draw.chance(0.5) ? word(draw) : null } }
  },
  'busy.remove': onAny('busy'),
  'closure.add': async ({ draw, world, person, clinicId, now }) => {
    const start = world.slot(1 + draw.int(5), draw.int(20))
    const end = new Date(Date.parse(start) + (draw.chance(0.9) ? 1 : -1) * 3_600_000).toISOString()
    return person.type === 'clinic'
      ? { input: { id: newId(now), name: word(draw), start, end }, facts: { clinicId } }
      : null
  },
  'closure.remove': onAny('closure'),
  'visittype.add': async ({ draw, world, person, clinicId, now }) =>
    person.type === 'clinic' || person.type === 'doctor'
      ? {
          input: {
            id: newId(now),
            clinicId: clinicId ?? world.clinics.kuzey,
            // a doctor's own is theirs; one of another is refused
            doctorId: person.type === 'doctor' ? person.id : draw.chance(0.5) ? world.people.doctorKuzey.id : null,
            ...aType(draw),
          },
          facts: { currency: 'try' },
        }
      : null,
  'visittype.update': async (scene) => {
    const found = await onAny('visit_type')(scene)
    const { duration, bufferAfter, price, name } = aType(scene.draw)
    return (
      found && { input: { ...found.input, ...scene.draw.pick([{ duration }, { bufferAfter }, { price }, { name }]) } }
    )
  },
  'visittype.archive': async (scene) => (scene.draw.chance(0.2) ? onAny('visit_type')(scene) : null),
} satisfies Acts

const aType = (draw: Scene['draw']) => ({
  name: [{ lang: 'tr' as const, value: word(draw) }],
  instructions: [],
  duration: draw.pick([10, 20, 40]),
  price: 5000 + draw.int(100) * 100,
  bufferBefore: draw.pick([0, 5]),
  bufferAfter: draw.pick([0, 10]),
  type: 'face-to-face' as const,
  forPatients: draw.chance(0.7),
  colour: 'green' as const,
  place: draw.int(5),
})

const some = <T>(draw: Scene['draw'], of: readonly T[]): T[] => of.filter(() => draw.chance(0.6))

async function onVisit(scene: Scene) {
  const visit = await aVisit(scene)
  return visit && { input: { id: visit.id } }
}

/** Mostly one of a few, so that several people work on the same record. */
async function aVisit({ draw, rows }: Scene) {
  const visits = (await rows('appointment')).toSorted((a, b) => (a.start < b.start ? -1 : 1))
  if (!visits.length) return null
  return draw.chance(0.6) ? draw.pick(visits.slice(0, 5)) : draw.pick(visits)
}
