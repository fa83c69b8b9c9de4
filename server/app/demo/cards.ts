import type { Language } from '../../../contract/kernel/constants.ts'
import { branchRows, branchId, type BranchKey } from './branches.ts'
import { drawFrom } from './random.ts'
import { inLanguages, workOf } from './words.ts'

/** Invented schools and hospitals, by the language of the doctor's country. */
const SCHOOLS: Readonly<Record<Language, readonly string[]>> = {
  tr: [
    'Boğazpınar Tıp Fakültesi',
    'Anadolu Yaylası Tıp Fakültesi',
    'Egekent Tıp Fakültesi',
    'Kızılırmak Tıp Fakültesi',
  ],
  en: ['Wexbridge School of Medicine', 'Thornley Medical College', 'Marlowe Medical School'],
  de: ['Medizinische Fakultät Altenwerder', 'Medizinische Hochschule Lindau-Nord', 'Charlottenhof-Universität'],
  ru: ['Заречный медицинский университет', 'Северо-Волжский медицинский институт'],
}
const HOSPITALS: Readonly<Record<Language, readonly string[]>> = {
  tr: ['Çınaraltı Eğitim ve Araştırma Hastanesi', 'Yeditepe Sırtı Hastanesi', 'Kordon Eğitim Hastanesi'],
  en: ['Ashcombe General Hospital', 'St. Brennan’s Hospital'],
  de: ['Klinikum Tannenhöhe', 'Krankenhaus am Werdersee'],
  ru: ['Городская больница № 914', 'Клиника «Светлый берег»'],
}
const CERTIFICATES = [
  'İleri yaşam desteği',
  'Ultrason temel eğitimi',
  'İyi klinik uygulamalar',
  'İletişim becerileri',
] as const

/**
 * The professional part of a doctor's card. Nine in ten are filled to some degree; the rest have only what was typed
 * when they were added, so that the list also shows incomplete cards.
 */
export function cardOf(n: number, branch: BranchKey, lang: Language, years: number, now: number) {
  const draw = drawFrom(50_000_000 + n)
  const { diseases, treatments, expertise } = workOf(branch)
  const bare = { branch_ids: [branchId(branch)], ...EMPTY }
  if (n % 10 === 7) return bare
  const name = branchRows().find(({ id }) => id === branchId(branch))!.name // every branch has a row
  const of = (wanted: Language) => name.find((text) => text.lang === wanted)?.value ?? ''
  const isFull = n % 10 < 6
  return {
    branch_ids: bare.branch_ids,
    short_description: inLanguages([
      `${of('tr')} alanında ${years} yıllık deneyim.`,
      `${years} years of experience in ${of('en').toLowerCase()}.`,
      isFull ? `${years} Jahre Erfahrung in ${of('de')}.` : '',
      isFull ? `Стаж по специальности «${of('ru')}»: ${years}.` : '',
    ]),
    description: isFull
      ? inLanguages([
          'Her hastaya yeterli zaman ayırır, tetkik sonuçlarını birlikte değerlendirir ve tedavi seçeneklerini anlaşılır biçimde anlatır.',
          'Takes time for every patient, goes through results together with them and explains the choices of treatment in plain words.',
          'Nimmt sich Zeit für jede Patientin und jeden Patienten, bespricht Befunde gemeinsam und erklärt die Möglichkeiten der Behandlung verständlich.',
          'Уделяет время каждому пациенту, вместе обсуждает результаты и понятно объясняет варианты лечения.',
        ])
      : [],
    expertise,
    diploma: draw.pick(SCHOOLS[lang]),
    specialization: isFull ? draw.pick(HOSPITALS[lang]) : '',
    service_start: `${new Date(now).getUTCFullYear() - years}-0${draw.between(1, 9)}-15`,
    disease_ids: diseases.filter((_, i) => i === 0 || draw.chance(0.75)),
    treatment_ids: treatments.filter((_, i) => i === 0 || draw.chance(0.75)),
    certificates: CERTIFICATES.filter(() => draw.chance(0.35)),
  }
}

const EMPTY = {
  short_description: [],
  description: [],
  expertise: [],
  diploma: '',
  specialization: '',
  service_start: null,
  disease_ids: [],
  treatment_ids: [],
  certificates: [],
}
