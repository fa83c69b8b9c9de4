import { demoId } from './ids.ts'
import type { Plan } from './plan.ts'

/** What every clinic offers besides its doctors' hours: two that patients book themselves, one for the desk. */
const TYPES = [
  {
    name: { tr: 'İlk muayene', en: 'First consultation', de: 'Erstgespräch', ru: 'Первичный приём' },
    instructions: {
      tr: 'Önceki sonuçlarınızı getirin.',
      en: 'Bring your earlier results.',
      de: 'Bringen Sie Ihre bisherigen Befunde mit.',
      ru: 'Возьмите с собой прежние результаты.',
    },
    duration: 40,
    factor: 2,
    buffers: [0, 10],
    for_patients: true,
    colour: 'green',
  },
  {
    name: { tr: 'Kontrol', en: 'Check-up', de: 'Kontrolle', ru: 'Контрольный приём' },
    instructions: {},
    duration: 15,
    factor: 1,
    buffers: [0, 0],
    for_patients: true,
    colour: 'blue',
  },
  {
    name: { tr: 'Küçük girişim', en: 'Minor procedure', de: 'Kleiner Eingriff', ru: 'Малая процедура' },
    instructions: {
      tr: 'Dört saat önceden bir şey yemeyin.',
      en: 'Do not eat for four hours before.',
      de: 'Essen Sie vier Stunden vorher nichts.',
      ru: 'Не ешьте за четыре часа до приёма.',
    },
    duration: 60,
    factor: 4,
    buffers: [10, 20],
    for_patients: false,
    colour: 'violet',
  },
] as const

const texts = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([lang, value]) => ({ lang, value }))

export const visitTypeRows = ({ clinics }: Plan) =>
  clinics.flatMap((clinic, n) =>
    TYPES.map(({ name, instructions, factor, buffers: [before, after], ...type }, place) => ({
      id: demoId('visitType', n * TYPES.length + place),
      clinic_id: clinic.id,
      name: texts(name),
      instructions: texts(instructions),
      price: factor * (clinic.currency === 'try' ? 50_000 : 5000),
      currency: clinic.currency,
      buffer_before: before,
      buffer_after: after,
      type: 'face-to-face',
      place,
      ...type,
    })),
  )
