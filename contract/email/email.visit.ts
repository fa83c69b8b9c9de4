import type { LetterInAll } from './email.ts'

/** Messages about visits: clinic, time and link, never a specialty, a reason or a drug (rule 66). `{when}` names the zone where it must. */
export const visitWords = {
  visit_booked: {
    tr: {
      subject: '{house}: randevunuz {when}',
      content:
        'Merhaba {name},\n\nrandevunuz alındı: {when}, {house}.\n\nKliniğe geldiğinizde giriş kodunuz: {code}\n\nAyrıntılar, değişiklik ve iptal için:\n\n{link}',
      sms: '{house}: randevunuz {when}.\nGiriş kodu: {code}\n{link}',
    },
    en: {
      subject: '{house}: your appointment on {when}',
      content:
        'Hello {name},\n\nyour appointment is booked: {when}, {house}.\n\nYour code for check-in at the clinic: {code}\n\nTo see it, change it or cancel it:\n\n{link}',
      sms: '{house}: your appointment is on {when}.\nCheck-in code: {code}\n{link}',
    },
    de: {
      subject: '{house}: Ihr Termin am {when}',
      content:
        'Guten Tag {name},\n\nIhr Termin ist gebucht: {when}, {house}.\n\nIhr Code für die Anmeldung in der Praxis: {code}\n\nAnsehen, verschieben oder absagen:\n\n{link}',
      sms: '{house}: Ihr Termin ist am {when}.\nAnmeldecode: {code}\n{link}',
    },
    ru: {
      subject: '{house}: ваша запись на {when}',
      content:
        'Здравствуйте, {name}!\n\nВы записаны на приём: {when}, {house}.\n\nКод для отметки в клинике: {code}\n\nПосмотреть, перенести или отменить:\n\n{link}',
      sms: '{house}: ваш приём {when}.\nКод: {code}\n{link}',
    },
  },
  visit_moved: {
    tr: {
      subject: '{house}: randevunuzun yeni saati {when}',
      content:
        'Merhaba {name},\n\nrandevunuzun zamanı değişti. Yeni zamanı: {when}, {house}.\n\nKliniğe geldiğinizde giriş kodunuz: {code}\n\nSize uymuyorsa buradan değiştirebilir veya iptal edebilirsiniz:\n\n{link}',
      sms: '{house}: randevunuzun yeni zamanı {when}.\nGiriş kodu: {code}\n{link}',
    },
    en: {
      subject: '{house}: your appointment is now on {when}',
      content:
        'Hello {name},\n\nyour appointment has been moved. It is now on {when}, {house}.\n\nYour code for check-in at the clinic: {code}\n\nIf that does not suit you, change or cancel it here:\n\n{link}',
      sms: '{house}: your appointment has been moved to {when}.\nCheck-in code: {code}\n{link}',
    },
    de: {
      subject: '{house}: Ihr Termin ist jetzt am {when}',
      content:
        'Guten Tag {name},\n\nIhr Termin wurde verschoben. Er ist jetzt am {when}, {house}.\n\nIhr Code für die Anmeldung in der Praxis: {code}\n\nPasst das nicht, können Sie ihn hier verschieben oder absagen:\n\n{link}',
      sms: '{house}: Ihr Termin wurde verschoben auf {when}.\nAnmeldecode: {code}\n{link}',
    },
    ru: {
      subject: '{house}: ваш приём перенесён на {when}',
      content:
        'Здравствуйте, {name}!\n\nВаш приём перенесён. Новое время: {when}, {house}.\n\nКод для отметки в клинике: {code}\n\nЕсли оно вам не подходит, перенесите или отмените приём здесь:\n\n{link}',
      sms: '{house}: ваш приём перенесён на {when}.\nКод: {code}\n{link}',
    },
  },
  visit_cancelled: {
    tr: {
      subject: '{house}: {when} randevunuz iptal edildi',
      content:
        'Merhaba {name},\n\n{when} tarihli randevunuz iptal edildi ({house}).\n\nYeni bir randevu almak için:\n\n{link}',
      sms: '{house}: {when} randevunuz iptal edildi. {link}',
    },
    en: {
      subject: '{house}: your appointment on {when} is cancelled',
      content:
        'Hello {name},\n\nyour appointment on {when} has been cancelled ({house}).\n\nTo book another one:\n\n{link}',
      sms: '{house}: your appointment on {when} has been cancelled. {link}',
    },
    de: {
      subject: '{house}: Ihr Termin am {when} ist abgesagt',
      content:
        'Guten Tag {name},\n\nIhr Termin am {when} wurde abgesagt ({house}).\n\nEinen neuen Termin buchen Sie hier:\n\n{link}',
      sms: '{house}: Ihr Termin am {when} wurde abgesagt. {link}',
    },
    ru: {
      subject: '{house}: ваш приём {when} отменён',
      content: 'Здравствуйте, {name}!\n\nВаш приём {when} отменён ({house}).\n\nЗаписаться на другое время:\n\n{link}',
      sms: '{house}: ваш приём {when} отменён. {link}',
    },
  },
  visit_reminder: {
    tr: {
      subject: '{house}: hatırlatma, randevunuz {when}',
      content:
        'Merhaba {name},\n\nrandevunuzu hatırlatırız: {when}, {house}.\n\nKliniğe geldiğinizde giriş kodunuz: {code}\n\nGelemeyecekseniz lütfen buradan haber verin:\n\n{link}',
      sms: '{house}: hatırlatma, randevunuz {when}.\nGiriş kodu: {code}\n{link}',
    },
    en: {
      subject: '{house}: a reminder, your appointment on {when}',
      content:
        'Hello {name},\n\nthis is a reminder of your appointment: {when}, {house}.\n\nYour code for check-in at the clinic: {code}\n\nIf you cannot come, please let us know here:\n\n{link}',
      sms: '{house}: a reminder of your appointment on {when}.\nCheck-in code: {code}\n{link}',
    },
    de: {
      subject: '{house}: Erinnerung an Ihren Termin am {when}',
      content:
        'Guten Tag {name},\n\nwir erinnern an Ihren Termin: {when}, {house}.\n\nIhr Code für die Anmeldung in der Praxis: {code}\n\nKönnen Sie nicht kommen, sagen Sie uns bitte hier Bescheid:\n\n{link}',
      sms: '{house}: Erinnerung an Ihren Termin am {when}.\nAnmeldecode: {code}\n{link}',
    },
    ru: {
      subject: '{house}: напоминание, ваш приём {when}',
      content:
        'Здравствуйте, {name}!\n\nНапоминаем о вашем приёме: {when}, {house}.\n\nКод для отметки в клинике: {code}\n\nЕсли вы не сможете прийти, сообщите нам, пожалуйста, здесь:\n\n{link}',
      sms: '{house}: напоминание, ваш приём {when}.\nКод: {code}\n{link}',
    },
  },
  doctor_day: {
    tr: {
      subject: '{house}: bugünkü randevularınız',
      content: 'Günaydın {name},\n\nbugünkü randevu sayınız: {visits}. İlki saat {first}.\n\nGün listeniz:\n\n{link}',
      sms: '{house}: bugünkü randevu sayınız {visits}, ilki {first}. {link}',
    },
    en: {
      subject: '{house}: your appointments today',
      content: 'Good morning {name},\n\nappointments today: {visits}, the first at {first}.\n\nYour day:\n\n{link}',
      sms: '{house}: appointments today: {visits}, the first at {first}. {link}',
    },
    de: {
      subject: '{house}: Ihre Termine heute',
      content: 'Guten Morgen {name},\n\nTermine heute: {visits}, der erste um {first}.\n\nIhr Tag:\n\n{link}',
      sms: '{house}: Termine heute: {visits}, der erste um {first}. {link}',
    },
    ru: {
      subject: '{house}: ваши приёмы на сегодня',
      content: 'Доброе утро, {name}!\n\nПриёмов сегодня: {visits}, первый в {first}.\n\nВаш день:\n\n{link}',
      sms: '{house}: приёмов сегодня: {visits}, первый в {first}. {link}',
    },
  },
  // where and of whom is said by the page it leads to
  visit_comment: {
    tr: {
      subject: '{house}: ziyaretiniz nasıldı?',
      content:
        'Merhaba {name},\n\nziyaretiniz tamamlandı ({house}). Nasıl geçtiğini bir dakikada değerlendirebilirsiniz; yorumunuz yayımlanmadan önce okunur:\n\n{link}',
      sms: '{house}: ziyaretiniz nasıldı? Değerlendirmek için: {link}',
    },
    en: {
      subject: '{house}: how was your visit?',
      content:
        'Hello {name},\n\nyour visit is over ({house}). It takes a minute to say how it was; your comment is read before it is published:\n\n{link}',
      sms: '{house}: how was your visit? Tell us here: {link}',
    },
    de: {
      subject: '{house}: Wie war Ihr Besuch?',
      content:
        'Guten Tag {name},\n\nIhr Besuch ist abgeschlossen ({house}). In einer Minute können Sie sagen, wie er war; Ihr Kommentar wird gelesen, bevor er veröffentlicht wird:\n\n{link}',
      sms: '{house}: Wie war Ihr Besuch? Sagen Sie es uns hier: {link}',
    },
    ru: {
      subject: '{house}: как прошёл ваш приём?',
      content:
        'Здравствуйте, {name}!\n\nВаш приём завершён ({house}). Оценить его можно за минуту; отзыв прочтут, прежде чем опубликовать:\n\n{link}',
      sms: '{house}: как прошёл ваш приём? Оцените его здесь: {link}',
    },
  },
} as const satisfies Readonly<Record<string, LetterInAll>>
