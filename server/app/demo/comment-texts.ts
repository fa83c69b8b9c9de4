import type { Language } from '../../../contract/kernel/constants.ts'

type CommentText = { readonly rate: 1 | 2 | 3 | 4 | 5; readonly content: string }

/** Invented comments by patients, in the clinic's language; nothing about anyone's health. */
export const COMMENT_TEXTS: Readonly<Record<Language, readonly CommentText[]>> = {
  tr: [
    {
      rate: 5,
      content: 'Çok ilgili ve güler yüzlüydü, bütün sorularımı sabırla yanıtladı. Gönül rahatlığıyla öneririm.',
    },
    { rate: 5, content: '' },
    { rate: 4, content: 'Hekimden çok memnun kaldım. Bekleme salonu biraz kalabalıktı.' },
    { rate: 5, content: 'Anlatımı çok açıktı; acele ettirmedi.' },
    { rate: 2, content: 'Randevu saatinden kırk dakika sonra içeri alındım. Bu konuda bilgi verilmesini beklerdim.' },
    { rate: 4, content: 'Kayıt masası hızlıydı, muayene de iyi geçti.' },
    { rate: 3, content: '' },
    { rate: 5, content: 'Babamı üçüncü kez götürdük, her seferinde aynı ilgiyi gördük.\nTeşekkür ederiz.' },
  ],
  en: [
    { rate: 5, content: 'Took the time to explain everything. I left with no question open.' },
    { rate: 4, content: 'Friendly and on time. Parking was difficult.' },
    { rate: 5, content: '' },
    { rate: 2, content: 'I waited half an hour and nobody told me why.' },
  ],
  de: [
    { rate: 5, content: 'Sehr freundlich und gründlich. Ich habe mich gut aufgehoben gefühlt.' },
    { rate: 5, content: 'Alles verständlich erklärt, ohne Hektik.' },
    { rate: 4, content: 'Gute Beratung, nur am Telefon kommt man schwer durch.' },
    { rate: 3, content: '' },
    { rate: 1, content: 'Der Termin wurde kurzfristig verlegt, ich musste trotzdem eine Stunde warten.' },
    { rate: 5, content: 'Seit Jahren meine Ärztin. Gerne wieder!' },
  ],
  ru: [
    { rate: 5, content: 'Очень внимательный врач, всё подробно объяснил. Спасибо!' },
    { rate: 4, content: 'Приём прошёл хорошо, но начался на пятнадцать минут позже.' },
    { rate: 5, content: '' },
    { rate: 3, content: 'Врач хороший, а вот дозвониться в клинику трудно.' },
  ],
}
