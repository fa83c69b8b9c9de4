import type { Language } from '../../../contract/kernel/constants.ts'

/** Titles of invented videos, as doctors of each language would give them. */
export const VIDEO_TITLES: Readonly<Record<Language, readonly string[]>> = {
  tr: [
    'Muayeneye gelirken yanınızda bulunsun',
    'Tansiyon evde nasıl ölçülür?',
    'Beş dakikada bel egzersizi',
    'Çocuklarda ateş: ne zaman aramalı?',
  ],
  en: ['What to bring to your first visit', 'Measuring blood pressure at home', 'Five minutes for your back'],
  de: ['Was Sie zum Termin mitbringen', 'Blutdruck richtig messen', 'Fünf Minuten für den Rücken'],
  ru: ['Что взять с собой на приём', 'Как правильно измерять давление', 'Пять минут для спины'],
}
