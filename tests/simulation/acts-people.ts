import { newId } from '../../contract/kernel/id.ts'
import { onAny, word, type Acts } from './scene.ts'

export const peopleActs = {
  'patient.add': async ({ draw, now }) => {
    // sometimes a phone number that is known already (rule 60)
    const tail = draw.chance(0.2) ? draw.int(3) : draw.int(1_000_000)
    return {
      input: { id: newId(now), name: `Patient ${word(draw)}`, phone: `+90532${String(tail).padStart(7, '0')}` },
    }
  },
  'patient.update': async ({ draw, rows }) => {
    const all = await rows('patient')
    if (!all.length) return null
    const fields = ['name', 'city', 'allergies', 'emergencyName'] as const
    return { input: { id: draw.pick(all).id, [draw.pick(fields)]: word(draw) } }
  },
  'patient.addNote': async ({ draw, rows, now, person, clinicId }) => {
    const all = await rows('patient')
    if (!all.length) return null
    return {
      input: { id: newId(now), patientId: draw.pick(all).id, text: word(draw), clinicId },
      facts: { authorId: person.id },
    }
  },
  'patient.editNote': async ({ draw, rows }) => {
    const all = await rows('patient_note')
    return all.length ? { input: { id: draw.pick(all).id, text: word(draw) } } : null
  },
  'patient.deleteNote': onAny('patient_note'),
  'patient.addFile': async ({ draw, rows, now, person, clinicId }) => {
    const all = await rows('patient')
    if (!all.length) return null
    const visits = await rows('appointment')
    // of one part or of several; sometimes its type does not match its bytes, and sometimes its visit is someone else's
    const bytes = fileOf(draw.pick([0, 0, 300_000, 700_000]), draw.chance(0.1))
    return {
      input: {
        id: newId(now),
        patientId: draw.pick(all).id,
        clinicId,
        ...(visits.length && draw.chance(0.1) && { appointmentId: draw.pick(visits).id }),
        title: word(draw),
        name: 'x.png',
        type: 'image/png' as const,
        size: bytes.length,
      },
      facts: { authorId: person.id },
      bytes,
    }
  },
  'patient.deleteFile': onAny('patient_file'),
  'recipe.add': async ({ draw, rows, now, person }) => {
    const all = await rows('patient')
    if (!all.length) return null
    const visits = await rows('appointment')
    return {
      input: {
        id: newId(now),
        patientId: draw.pick(all).id,
        // sometimes a visit of someone else's
        ...(visits.length && draw.chance(0.3) && { appointmentId: draw.pick(visits).id }),
        lines: [{ drug: word(draw), dose: '1', times: '3 × 1', days: draw.chance(0.5) ? 7 : null, note: '' }],
        note: word(draw),
      },
      facts: { authorId: person.id },
    }
  },
  'recipe.delete': onAny('recipe'),
  'report.add': async ({ draw, rows, now, person }) => {
    const all = await rows('patient')
    if (!all.length) return null
    const reports = await rows('report')
    // a result, sometimes of someone else's request
    const answers = reports.length && draw.chance(0.4) ? draw.pick(reports) : null
    return {
      input: {
        id: newId(now),
        patientId: answers && draw.chance(0.9) ? answers.patientId : draw.pick(all).id,
        kind: answers ? 'result' : 'request',
        reportId: answers?.id ?? null,
        title: word(draw),
        lines: [{ test: word(draw), value: answers ? word(draw) : '', note: '' }],
        description: '',
        comment: answers ? word(draw) : '',
      },
      facts: { authorId: person.id },
    }
  },
  'report.delete': onAny('report'),
  'doctor.update': async ({ draw, rows }) => {
    const all = await rows('doctor')
    if (!all.length) return null
    const fields = ['title', 'city'] as const
    return { input: { id: draw.pick(all).id, [draw.pick(fields)]: word(draw) } }
  },
  'clinic.update': async ({ draw, rows }) => {
    const all = await rows('clinic')
    if (!all.length) return null
    const fields = ['name', 'city', 'appName'] as const
    return { input: { id: draw.pick(all).id, [draw.pick(fields)]: word(draw) } }
  },
  'profile.update': async ({ draw, person }) => ({
    input: {
      id: person.id,
      ...draw.pick([{ name: `Name ${word(draw)}` }, { lang: draw.pick(['tr', 'de'] as const) }, { officePhone: null }]),
    },
  }),
} satisfies Acts

/** The smallest picture there is, followed by so many bytes that no decoder reads; `isBad`: not a picture. */
function fileOf(behind: number, isBad: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(PIXEL.length + behind)
  if (!isBad) bytes.set(PIXEL)
  return bytes
}
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
