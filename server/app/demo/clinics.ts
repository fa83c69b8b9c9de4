import type { Currency, Language } from '../../../contract/kernel/constants.ts'
import type { BranchKey } from './branches.ts'
import type { Country } from './phones.ts'

/** An invented clinic: a real city, a street with a house number that does not exist, its people and their language. */
export type DemoClinic = {
  readonly slug: string
  readonly name: string
  readonly city: string
  readonly address: string
  readonly country: Country
  readonly zone: string
  readonly currency: Currency
  readonly brand: string
  readonly lang: Language
  /** The share of patients' names in each language. */
  readonly names: Readonly<Partial<Record<Language, number>>>
  readonly branches: readonly BranchKey[]
  readonly private?: true
  /** Clinics where its second, third … doctor also works. */
  readonly shares?: readonly string[]
  /** How many doctors and patients it has in the small set; in the large one all have the same. */
  readonly doctors?: number
  readonly patients?: number
  /** The people who sign in (issue 2 "Demo data"); no one of the other clinics has a password. */
  readonly cast?: { readonly desk: string; readonly doctor: CastDoctor; readonly patient: CastPatient }
}

type CastDoctor = { readonly title: string; readonly name: string; readonly languages: readonly Language[] }
type CastPatient = {
  readonly name: string
  readonly lang: Language
  readonly gender: 'female' | 'male'
  readonly birthDate: string
  readonly allergies: string | null
}

/** The five of the small set, in the order their records are numbered. Brands have the hues of the kit's five samples. */
export const CLINICS: readonly DemoClinic[] = [
  {
    slug: 'kuzguncuk',
    name: 'Kuzguncuk Tıp Merkezi',
    city: 'İstanbul',
    address: 'İcadiye Caddesi 912, Kuzguncuk, 34674 Üsküdar',
    country: 'TR',
    zone: 'Europe/Istanbul',
    currency: 'try',
    brand: '#006c76',
    lang: 'tr',
    names: { tr: 85, ru: 6, de: 5, en: 4 },
    branches: [
      'internal',
      'cardiology',
      'paediatrics',
      'gynaecology',
      'orthopaedics',
      'dermatology',
      'ent',
      'radiology',
    ],
    shares: ['sifa', 'ozel', 'sifa'],
    doctors: 12,
    patients: 650,
    cast: {
      desk: 'Sevgi Karahasanoğlu',
      doctor: { title: 'Uzm. Dr.', name: 'Şule Işık Yıldırım', languages: ['tr', 'en'] },
      patient: { name: 'İbrahim Ağaoğlu', lang: 'tr', gender: 'male', birthDate: '1968-03-29', allergies: 'Penisilin' },
    },
  },
  {
    slug: 'lindenhof',
    name: 'Ärztehaus Lindenhof',
    city: 'Berlin',
    address: 'Arnulfstraße 988, 12105 Berlin',
    country: 'DE',
    zone: 'Europe/Berlin',
    currency: 'eur',
    brand: '#584fa3',
    lang: 'de',
    names: { de: 70, tr: 18, ru: 8, en: 4 },
    branches: ['general', 'internal', 'neurology', 'orthopaedics', 'dermatology', 'psychiatry', 'ophthalmology'],
    doctors: 9,
    patients: 450,
    cast: {
      desk: 'Annegret Zwingenberger',
      doctor: { title: 'Dr. med.', name: 'Jördis Schönhuber-Wiedemann', languages: ['de', 'en'] },
      patient: {
        name: 'Günther Weißmüller',
        lang: 'de',
        gender: 'male',
        birthDate: '1951-11-04',
        allergies: 'Wespengift',
      },
    },
  },
  {
    slug: 'sifa',
    name: 'Şifa Diş Kliniği',
    city: 'Antalya',
    address: 'Kılınçarslan Mahallesi, Hesapçı Sokak 907, 07100 Muratpaşa',
    country: 'TR',
    zone: 'Europe/Istanbul',
    currency: 'try',
    brand: '#a03317',
    lang: 'tr',
    names: { tr: 55, ru: 30, de: 10, en: 5 },
    branches: ['orthodontics', 'dentistry', 'dentistry'],
    doctors: 7,
    patients: 350,
    cast: {
      desk: 'Gülşah Çakır',
      doctor: { title: 'Uzm. Dt.', name: 'Çağatay Öztürk', languages: ['tr', 'ru'] },
      patient: {
        name: 'Екатерина Андреевна Щербакова',
        lang: 'ru',
        gender: 'female',
        birthDate: '1992-07-16',
        allergies: null,
      },
    },
  },
  {
    slug: 'greenwich',
    name: 'Greenwich Green Practice',
    city: 'London',
    address: '941 Royal Hill, London SE10 8RT',
    country: 'GB',
    zone: 'Europe/London',
    currency: 'gbp',
    brand: '#207029',
    lang: 'en',
    names: { en: 75, ru: 10, tr: 8, de: 7 },
    branches: ['general', 'paediatrics', 'gynaecology', 'cardiology', 'psychiatry'],
    doctors: 7,
    patients: 330,
    cast: {
      desk: 'Philippa Ashworth',
      doctor: { title: 'Dr', name: 'Niamh O’Connell', languages: ['en', 'de'] },
      patient: {
        name: 'Siân Featherstonehaugh',
        lang: 'en',
        gender: 'female',
        birthDate: '1984-02-29',
        allergies: 'Latex',
      },
    },
  },
  {
    slug: 'ozel',
    name: 'Özel Pera Kliniği',
    city: 'İstanbul',
    address: 'Meşrutiyet Caddesi 956, 34430 Beyoğlu',
    country: 'TR',
    zone: 'Europe/Istanbul',
    currency: 'usd',
    brand: '#5d5d5d',
    lang: 'ru',
    names: { ru: 50, tr: 25, en: 15, de: 10 },
    branches: ['surgery', 'cardiology', 'dermatology', 'internal'],
    private: true,
    doctors: 5,
    patients: 220,
    cast: {
      desk: 'Жанна Королёва',
      doctor: { title: 'К. м. н.', name: 'Фёдор Ильич Подъячев', languages: ['ru', 'tr', 'en'] },
      patient: {
        name: 'Любовь Юрьевна Соловьёва',
        lang: 'ru',
        gender: 'female',
        birthDate: '1979-09-08',
        allergies: 'Йодсодержащий контраст',
      },
    },
  },
]
