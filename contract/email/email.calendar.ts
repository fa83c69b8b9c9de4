import type { LetterInAll } from './email.ts'

/** Messages about a calendar that was connected: `{calendar}` is the name the doctor gave it. Never a title of what is in it. */
export const calendarWords = {
  calendar_broken: {
    tr: {
      subject: '{house}: {calendar} takvimi artık okunamıyor',
      content:
        'Sayın {name},\n\nBağladığınız {calendar} takvimi artık okunamıyor. Şimdiye kadar okunan meşgul saatleriniz kapalı kalıyor; yeni eklediğiniz saatlere ise randevu alınabilir. Lütfen takviminizi yeniden bağlayınız:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {calendar} takvimi okunamıyor. Yeniden bağlayınız: {link}',
    },
    en: {
      subject: '{house}: the calendar {calendar} can no longer be read',
      content:
        'Hello {name},\n\nYour connected calendar {calendar} has stopped syncing. The busy times read so far stay blocked, but times you add now may be offered to patients. Connect it again here:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: the calendar {calendar} cannot be read. Connect it again: {link}',
    },
    de: {
      subject: '{house}: Der Kalender {calendar} ist nicht mehr lesbar',
      content:
        'Guten Tag {name},\n\nIhr verbundener Kalender {calendar} kann nicht gelesen werden. Die bisher gelesenen Zeiten bleiben gesperrt; neue private Termine sind jedoch nicht gesperrt und könnten gebucht werden. Bitte verbinden Sie ihn hier erneut:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Der Kalender {calendar} ist nicht lesbar. Bitte erneut verbinden: {link}',
    },
    ru: {
      subject: '{house}: календарь «{calendar}» больше не читается',
      content:
        'Здравствуйте, {name}!\n\nПодключённый календарь «{calendar}» не удаётся прочитать. Уже прочитанное занятое время остаётся закрытым, но на время новых личных дел пациенты смогут записаться. Пожалуйста, подключите календарь заново:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: календарь «{calendar}» не читается. Подключите его заново: {link}',
    },
  },
  calendar_dropped: {
    tr: {
      subject: '{house}: {calendar} takvimi artık saatlerinizi kapatmıyor',
      content:
        'Sayın {name},\n\n{calendar} takvimi bir gündür okunamadı; bu takvimdeki saatler artık kapalı değil ve hastalar bu saatlere randevu alabilir. Lütfen takviminizi yeniden bağlayınız:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {calendar} takvimi bir gündür okunamadı, saatlerine randevu alınabilir. Yeniden bağlayınız: {link}',
    },
    en: {
      subject: '{house}: the calendar {calendar} no longer blocks your time',
      content:
        'Hello {name},\n\nThe calendar {calendar} has not been read for a day; its times are no longer blocked and patients may book them. Connect it again here:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: the calendar {calendar} has not been read for a day and patients may book its times. Connect it again: {link}',
    },
    de: {
      subject: '{house}: Der Kalender {calendar} sperrt Ihre Zeiten nicht mehr',
      content:
        'Guten Tag {name},\n\nder Kalender {calendar} konnte seit einem Tag nicht gelesen werden; seine Zeiten sind nicht mehr gesperrt und können gebucht werden. Bitte verbinden Sie ihn hier erneut:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Der Kalender {calendar} konnte seit einem Tag nicht gelesen werden, seine Zeiten sind jetzt buchbar. Bitte erneut verbinden: {link}',
    },
    ru: {
      subject: '{house}: календарь «{calendar}» больше не закрывает ваше время',
      content:
        'Здравствуйте, {name}!\n\nКалендарь «{calendar}» не читается уже сутки; его время больше не закрыто, и пациенты могут на него записаться. Пожалуйста, подключите календарь заново:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: календарь «{calendar}» не читается сутки, его время открыто для записи. Подключите его заново: {link}',
    },
  },
} as const satisfies Readonly<Record<string, LetterInAll>>
