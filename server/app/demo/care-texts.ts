import type { Language } from '../../../contract/kernel/constants.ts'
import type { RecipeLine } from '../../../contract/recipe/recipe.ts'
import type { Report } from '../../../contract/report/report.ts'

type Recipe = { readonly lines: readonly RecipeLine[]; readonly note: string }
/** The requested tests, and their results. */
type Tests = Pick<Report, 'title' | 'description' | 'comment'> & {
  readonly lines: readonly { readonly test: string; readonly value: string; readonly note: string }[]
}

/** Invented recipes and reports, as doctors of each language would write them; nothing that an invented patient is allergic to. */
export const CARE_TEXTS: Readonly<
  Record<Language, { readonly recipes: readonly Recipe[]; readonly tests: readonly Tests[] }>
> = {
  tr: {
    recipes: [
      {
        lines: [
          line('Azitromisin 500 mg tablet', '1 tablet', '1 × 1', 3, 'Tok karnına. Şikâyet geçse de bitirin.'),
          line('Parasetamol 500 mg tablet', '1 tablet', 'ağrı olursa', null, 'Günde en çok 4 tablet.'),
        ],
        note: 'Bol sıvı. Üç günde düzelme olmazsa kontrole gelin.',
      },
      { lines: [line('D vitamini damla', '3 damla', 'sabah', 90, 'Yağlı bir öğünle.')], note: '' },
      {
        lines: [
          line('Pantoprazol 40 mg tablet', '1 tablet', '1 × 1', 28, 'Kahvaltıdan yarım saat önce.'),
          line('Magnezyum 300 mg', '1 saşe', 'akşam', 30, ''),
        ],
        note: 'Kahve ve asitli içecekleri azaltın.',
      },
    ],
    tests: [
      {
        title: 'Kan tahlili',
        lines: [test('Hemoglobin', '13,4 g/dl'), test('Ferritin', '18 µg/l', 'alt sınırda'), test('TSH', '2,1 mIU/l')],
        description: 'Halsizlik. Sabah aç karnına gelin.',
        comment: 'Demir deposu alt sınırda; beslenme önerisi verildi. Üç ay sonra tekrar.',
      },
      {
        title: 'Diz MR',
        lines: [test('Sağ diz MR, kontrastsız', 'Menisküste yırtık yok')],
        description: 'Merdiven çıkarken ağrı.',
        comment: 'Kas güçlendirme egzersizleri yeterli.',
      },
    ],
  },
  en: {
    recipes: [
      {
        lines: [
          line('Azithromycin 500 mg tablets', '1 tablet', 'once a day', 3, 'With food. Finish the course.'),
          line('Paracetamol 500 mg tablets', '1 tablet', 'when in pain', null, 'At most 4 a day.'),
        ],
        note: 'Plenty to drink. Come back if it is no better in three days.',
      },
      { lines: [line('Vitamin D drops', '3 drops', 'in the morning', 90, 'With a meal.')], note: '' },
    ],
    tests: [
      {
        title: 'Blood test',
        lines: [test('Haemoglobin', '13.4 g/dl'), test('Ferritin', '18 µg/l', 'low end'), test('TSH', '2.1 mIU/l')],
        description: 'Tiredness. Please come fasting.',
        comment: 'Iron stores at the low end; repeat in three months.',
      },
    ],
  },
  de: {
    recipes: [
      {
        lines: [
          line('Azithromycin 500 mg Tabletten', '1 Tablette', '1 × täglich', 3, 'Zum Essen. Bitte zu Ende nehmen.'),
          line('Paracetamol 500 mg Tabletten', '1 Tablette', 'bei Schmerzen', null, 'Höchstens 4 am Tag.'),
        ],
        note: 'Viel trinken. Ohne Besserung nach drei Tagen bitte wiederkommen.',
      },
      { lines: [line('Vitamin-D-Tropfen', '3 Tropfen', 'morgens', 90, 'Zu einer Mahlzeit.')], note: '' },
      {
        lines: [line('Pantoprazol 40 mg', '1 Tablette', '1 × täglich', 28, 'Eine halbe Stunde vor dem Frühstück.')],
        note: 'Kaffee und Saures meiden.',
      },
    ],
    tests: [
      {
        title: 'Blutbild',
        lines: [
          test('Hämoglobin', '13,4 g/dl'),
          test('Ferritin', '18 µg/l', 'untere Grenze'),
          test('TSH', '2,1 mIU/l'),
        ],
        description: 'Müdigkeit. Bitte nüchtern kommen.',
        comment: 'Eisenspeicher an der unteren Grenze, Kontrolle in drei Monaten.',
      },
      {
        title: 'MRT des Knies',
        lines: [test('MRT rechtes Knie, nativ', 'kein Meniskusriss')],
        description: 'Schmerzen beim Treppensteigen.',
        comment: 'Kräftigungsübungen genügen.',
      },
    ],
  },
  ru: {
    recipes: [
      {
        lines: [
          line('Азитромицин 500 мг, таблетки', '1 таблетка', '1 раз в день', 3, 'После еды. Курс довести до конца.'),
          line('Парацетамол 500 мг', '1 таблетка', 'при боли', null, 'Не более 4 таблеток в сутки.'),
        ],
        note: 'Обильное питьё. Если через три дня не станет лучше, приходите.',
      },
      { lines: [line('Витамин D, капли', '3 капли', 'утром', 90, 'Во время еды.')], note: '' },
    ],
    tests: [
      {
        title: 'Анализ крови',
        lines: [
          test('Гемоглобин', '134 г/л'),
          test('Ферритин', '18 мкг/л', 'нижняя граница'),
          test('ТТГ', '2,1 мМЕ/л'),
        ],
        description: 'Слабость. Сдавать натощак.',
        comment: 'Запас железа у нижней границы; повторить через три месяца.',
      },
    ],
  },
}

function line(drug: string, dose: string, times: string, days: number | null, note: string): RecipeLine {
  return { drug, dose, times, days, note }
}

function test(name: string, value: string, note = '') {
  return { test: name, value, note }
}
