import type { LetterInAll } from './email.ts'

/** Messages about a calendar that was connected: `{calendar}` is the name the doctor gave it. Never a title of what is in it. */
export const calendarWords = {
  calendar_broken: {
    tr: {
      subject: '{house}: {calendar} takvimi artık okunamıyor',
      content:
        'Sayın {name},\n\nBağladığınız {calendar} takvimi okunamıyor. Şimdiye kadar okunan meşgul saatleriniz kapalı kalıyor; yeni eklediğiniz saatler ise randevuya açık görünebilir. Lütfen takviminizi yeniden bağlayınız:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {calendar} takvimi okunamıyor, lütfen yeniden bağlayınız: {link}',
    },
    en: {
      subject: '{house}: the calendar {calendar} can no longer be read',
      content:
        'Hello {name},\n\nYour connected calendar {calendar} has stopped syncing. The busy times read so far stay blocked, but times you add now may be offered to patients. Please connect it again:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: the calendar {calendar} cannot be read, please connect it again: {link}',
    },
    de: {
      subject: '{house}: Der Kalender {calendar} ist nicht mehr lesbar',
      content:
        'Guten Tag {name},\n\nIhr verbundener Kalender {calendar} kann nicht gelesen werden. Die bisher gelesenen Zeiten bleiben gesperrt; neue private Termine könnten jedoch als frei angeboten werden. Bitte verbinden Sie ihn erneut:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Der Kalender {calendar} ist nicht lesbar, bitte erneut verbinden: {link}',
    },
    ru: {
      subject: '{house}: календарь «{calendar}» больше не читается',
      content:
        'Здравствуйте, {name}!\n\nПодключённый календарь «{calendar}» не удаётся прочитать. Уже прочитанное занятое время остаётся закрытым, но новые личные дела могут оказаться доступными для записи. Пожалуйста, подключите его заново:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: календарь «{calendar}» не читается, подключите его заново: {link}',
    },
  },
  calendar_dropped: {
    tr: {
      subject: '{house}: {calendar} takvimi artık saatlerinizi kapatmıyor',
      content:
        'Sayın {name},\n\n{calendar} takvimi bir gündür okunamadı; bu takvimdeki saatler artık kapalı değil ve hastalar bu saatlere randevu alabilir. Lütfen takviminizi yeniden bağlayınız:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {calendar} takvimi bir gündür okunamadı, saatleri artık açık: {link}',
    },
    en: {
      subject: '{house}: the calendar {calendar} no longer blocks your time',
      content:
        'Hello {name},\n\nThe calendar {calendar} has not been read for a day; its times are no longer blocked and patients may book them. Please connect it again:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: the calendar {calendar} has not been read for a day, its times are open now: {link}',
    },
    de: {
      subject: '{house}: Der Kalender {calendar} sperrt Ihre Zeiten nicht mehr',
      content:
        'Guten Tag {name},\n\nder Kalender {calendar} konnte seit einem Tag nicht gelesen werden; seine Zeiten sind nicht mehr gesperrt und können gebucht werden. Bitte verbinden Sie ihn erneut:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Der Kalender {calendar} wurde seit einem Tag nicht gelesen, seine Zeiten sind jetzt frei: {link}',
    },
    ru: {
      subject: '{house}: календарь «{calendar}» больше не закрывает ваше время',
      content:
        'Здравствуйте, {name}!\n\nКалендарь «{calendar}» не читается уже сутки; его время больше не закрыто, и пациенты могут на него записаться. Пожалуйста, подключите его заново:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: календарь «{calendar}» не читается сутки, его время открыто для записи: {link}',
    },
  },
} as const satisfies Readonly<Record<string, LetterInAll>>
