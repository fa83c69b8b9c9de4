import type { Language } from '../../../contract/kernel/constants.ts'

type QuestionText = { readonly content: string; readonly answer: string }

/** What visitors of the booking site ask, and what doctors answer, in the language of the clinic; no one is named. */
export const QUESTION_TEXTS: Readonly<Record<Language, readonly QuestionText[]>> = {
  tr: [
    {
      content: 'İlk muayeneye gelirken eski tahlillerimi getirmem gerekir mi?',
      answer:
        '<p>Evet, <strong>son bir yıla ait</strong> sonuçlar yeterlidir. Fotoğrafını yükleyebilir veya yanınızda getirebilirsiniz.</p>',
    },
    {
      content: 'Çevrim içi görüşmede reçete yazılabiliyor mu?',
      answer:
        '<p>Yazılabiliyor; ancak bazı durumlarda önce yüz yüze muayene gerekir.</p><ul><li>Kontrol görüşmelerinde çoğu zaman yeterlidir.</li><li>Yeni bir şikâyette hekim karar verir.</li></ul>',
    },
    {
      content: 'Kontrole ne kadar süre sonra gelmeliyim? Telefonda farklı bilgi verildi, emin olamadım.',
      answer: '<p>Size özel süre reçetenizin altında yazar. Emin değilseniz lütfen kayıt masasını arayın.</p>',
    },
    { content: 'Muayene sırasında refakatçi içeri girebilir mi?', answer: '' },
    { content: 'Hafta sonu randevu veriyor musunuz? Hafta içi çalıştığım için gelemiyorum.', answer: '' },
  ],
  en: [
    {
      content: 'Do you see children as well, and from which age?',
      answer: '<p>Yes, from the age of two. Please bring the vaccination card.</p>',
    },
    { content: 'Can I park near the clinic?', answer: '' },
  ],
  de: [
    {
      content: 'Muss ich vor der Blutabnahme nüchtern sein?',
      answer:
        '<p>In der Regel ja, <strong>acht Stunden</strong>. Wasser dürfen Sie trinken.</p><p>Nehmen Sie regelmäßig Medikamente, fragen Sie uns bitte vorher.</p>',
    },
    {
      content: 'Wie lange im Voraus sollte ich einen Termin buchen?',
      answer: '<p>Zwei bis drei Wochen sind üblich; kurzfristig wird oft etwas frei.</p>',
    },
    { content: 'Kann ich mein Rezept auch ohne Besuch verlängern lassen?', answer: '' },
    { content: 'Ist die Praxis barrierefrei?', answer: '' },
  ],
  ru: [
    {
      content: 'Нужно ли приносить результаты прошлых анализов?',
      answer: '<p>Да, если им не больше года. Можно загрузить их фотографию заранее.</p>',
    },
    { content: 'Говорит ли врач по-русски?', answer: '' },
  ],
}
