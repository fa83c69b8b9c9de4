import type { Language } from '../../../contract/kernel/constants.ts'
import { demoId } from './ids.ts'

/** Specialties, in the order their records are numbered; `fee` scales a clinic's price. */
const BRANCHES = {
  general: branch(true, 0.8, 'Aile hekimliği', 'General practice', 'Allgemeinmedizin', 'Общая практика'),
  internal: branch(true, 1, 'İç hastalıkları', 'Internal medicine', 'Innere Medizin', 'Терапия'),
  cardiology: branch(true, 1.4, 'Kardiyoloji', 'Cardiology', 'Kardiologie', 'Кардиология'),
  paediatrics: branch(
    true,
    0.9,
    'Çocuk sağlığı ve hastalıkları',
    'Paediatrics',
    'Kinder- und Jugendmedizin',
    'Педиатрия',
  ),
  gynaecology: branch(
    true,
    1.2,
    'Kadın hastalıkları ve doğum',
    'Gynaecology and obstetrics',
    'Frauenheilkunde und Geburtshilfe',
    'Акушерство и гинекология',
  ),
  orthopaedics: branch(
    true,
    1.3,
    'Ortopedi ve travmatoloji',
    'Orthopaedics',
    'Orthopädie und Unfallchirurgie',
    'Травматология и ортопедия',
  ),
  dermatology: branch(true, 1.1, 'Dermatoloji', 'Dermatology', 'Haut- und Geschlechtskrankheiten', 'Дерматология'),
  ent: branch(
    true,
    1.1,
    'Kulak burun boğaz',
    'Ear, nose and throat',
    'Hals-Nasen-Ohren-Heilkunde',
    'Оториноларингология',
  ),
  ophthalmology: branch(false, 1.2, 'Göz hastalıkları', 'Ophthalmology', 'Augenheilkunde', 'Офтальмология'),
  neurology: branch(true, 1.4, 'Nöroloji', 'Neurology', 'Neurologie', 'Неврология'),
  psychiatry: branch(
    true,
    1.5,
    'Ruh sağlığı ve hastalıkları',
    'Psychiatry',
    'Psychiatrie und Psychotherapie',
    'Психиатрия',
  ),
  radiology: branch(false, 1.6, 'Radyoloji', 'Radiology', 'Radiologie', 'Рентгенология'),
  surgery: branch(false, 1.8, 'Genel cerrahi', 'General surgery', 'Allgemeinchirurgie', 'Хирургия'),
  dentistry: branch(false, 1.2, 'Diş hekimliği', 'Dentistry', 'Zahnmedizin', 'Стоматология'),
  orthodontics: branch(true, 1.5, 'Ortodonti', 'Orthodontics', 'Kieferorthopädie', 'Ортодонтия'),
} as const

export type BranchKey = keyof typeof BRANCHES

export const branchId = (key: BranchKey) => demoId('branch', Object.keys(BRANCHES).indexOf(key) + 1)
export const feeOf = (key: BranchKey) => BRANCHES[key].fee
/** Rule 12: without online calls its doctors have no online hours. */
export const callsOnline = (key: BranchKey) => BRANCHES[key].online
export const isDental = (key: BranchKey) => key === 'dentistry' || key === 'orthodontics'

export function branchRows() {
  return Object.values(BRANCHES).map(({ name, online }, i) => ({
    id: demoId('branch', i + 1),
    name,
    online_calls: online,
  }))
}

function branch(online: boolean, fee: number, tr: string, en: string, de: string, ru: string) {
  const name = Object.entries({ tr, en, de, ru } satisfies Record<Language, string>).map(([lang, value]) => ({
    lang,
    value,
  }))
  return { online, fee, name }
}
