import type { LetterInAll } from './email.ts'

/**
 * Messages about visits: clinic, time and link, never a specialty, a reason or a drug (rule 66). `{when}` names the
 * zone where needed.
 */
export const visitWords = {
  visit_booked: {
    tr: {
      subject: '{house}: randevunuz {when}',
      content:
        'Sayın {name},\n\nRandevunuz alındı: {when}, {house}.\nDoktor: {doctor}\nAdres: {place}\nYol tarifi: {map}\n\nKlinikte geldiğinizi bildirmek için geliş kodunuz: {code}\n\n{terms}\n\nAyrıntılar, değişiklik ve iptal için:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: randevunuz {when}.\nGeliş kodu: {code}\n{link}',
    },
    en: {
      subject: '{house}: your appointment on {when}',
      content:
        'Hello {name},\n\nYour appointment is booked: {when}, {house}.\nWith: {doctor}\nAddress: {place}\nDirections: {map}\n\nYour code for check-in at the clinic: {code}\n\n{terms}\n\nTo see it, change it or cancel it:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: your appointment is on {when}.\nCheck-in code: {code}\n{link}',
    },
    de: {
      subject: '{house}: Ihr Termin am {when}',
      content:
        'Guten Tag {name},\n\nIhr Termin ist gebucht: {when}, {house}.\nBei: {doctor}\nAdresse: {place}\nWegbeschreibung: {map}\n\nIhr Check-in-Code für die Klinik: {code}\n\n{terms}\n\nAnsehen, verschieben oder absagen:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Ihr Termin ist am {when}.\nCheck-in-Code: {code}\n{link}',
    },
    ru: {
      subject: '{house}: ваша запись на {when}',
      content:
        'Здравствуйте, {name}!\n\nВы записаны на приём: {when}, {house}.\nВрач: {doctor}\nАдрес: {place}\nКак добраться: {map}\n\nКод, чтобы отметить приход в клинике: {code}\n\n{terms}\n\nПосмотреть, перенести или отменить:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: ваш приём {when}.\nКод прихода: {code}\n{link}',
    },
  },
  visit_moved: {
    tr: {
      subject: '{house}: randevunuzun yeni zamanı {when}',
      content:
        'Sayın {name},\n\nRandevunuzun zamanı değişti. Yeni zamanı: {when}, {house}.\nDoktor: {doctor}\nAdres: {place}\nYol tarifi: {map}\n\nKlinikte geldiğinizi bildirmek için geliş kodunuz: {code}\n\n{terms}\n\nSize uymuyorsa buradan değiştirebilir veya iptal edebilirsiniz:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: randevunuzun yeni zamanı {when}.\nGeliş kodu: {code}\n{link}',
    },
    en: {
      subject: '{house}: your appointment is now on {when}',
      content:
        'Hello {name},\n\nYour appointment has been moved. It is now on {when}, {house}.\nWith: {doctor}\nAddress: {place}\nDirections: {map}\n\nYour code for check-in at the clinic: {code}\n\n{terms}\n\nIf that does not suit you, change or cancel it here:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: your appointment has been moved to {when}.\nCheck-in code: {code}\n{link}',
    },
    de: {
      subject: '{house}: Ihr Termin ist jetzt am {when}',
      content:
        'Guten Tag {name},\n\nIhr Termin wurde verschoben. Er ist jetzt am {when}, {house}.\nBei: {doctor}\nAdresse: {place}\nWegbeschreibung: {map}\n\nIhr Check-in-Code für die Klinik: {code}\n\n{terms}\n\nPasst das nicht, können Sie ihn hier verschieben oder absagen:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Ihr Termin wurde verschoben auf {when}.\nCheck-in-Code: {code}\n{link}',
    },
    ru: {
      subject: '{house}: ваш приём перенесён на {when}',
      content:
        'Здравствуйте, {name}!\n\nВаш приём перенесён. Новое время: {when}, {house}.\nВрач: {doctor}\nАдрес: {place}\nКак добраться: {map}\n\nКод, чтобы отметить приход в клинике: {code}\n\n{terms}\n\nЕсли оно вам не подходит, перенесите или отмените приём здесь:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: ваш приём перенесён на {when}.\nКод прихода: {code}\n{link}',
    },
  },
  visit_cancelled: {
    tr: {
      subject: '{house}: {when} randevunuz iptal edildi',
      content:
        'Sayın {name},\n\n{when} tarihli randevunuz iptal edildi ({house}).\n\nYeni bir randevu almak için:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {when} randevunuz iptal edildi. Yeni randevu: {link}',
    },
    en: {
      subject: '{house}: your appointment on {when} has been cancelled',
      content:
        'Hello {name},\n\nYour appointment on {when} has been cancelled ({house}).\n\nTo book another one:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: your appointment on {when} has been cancelled. Book another: {link}',
    },
    de: {
      subject: '{house}: Ihr Termin am {when} ist abgesagt',
      content:
        'Guten Tag {name},\n\nIhr Termin am {when} wurde abgesagt ({house}).\n\nEinen neuen Termin buchen Sie hier:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Ihr Termin am {when} wurde abgesagt. Neuer Termin: {link}',
    },
    ru: {
      subject: '{house}: ваш приём {when} отменён',
      content:
        'Здравствуйте, {name}!\n\nВаш приём {when} отменён ({house}).\n\nЗаписаться на другое время:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: ваш приём {when} отменён. Новая запись: {link}',
    },
  },
  booking_code: {
    tr: {
      subject: '{house}: randevu kodunuz',
      content:
        'Merhaba,\n\nRandevunuzu onaylamak için kodunuz: {code}\n\nKodu, randevu aldığınız sayfaya giriniz. Kısa süre geçerlidir; kimseyle paylaşmayınız.\n\nRandevu alan siz değilseniz bir şey yapmanız gerekmez; kod girilmeden randevu oluşmaz.\n\nSaygılarımızla\n{house}',
      sms: '{house}: randevu kodunuz {code}. Kimseyle paylaşmayınız.',
    },
    en: {
      subject: '{house}: your booking code',
      content:
        'Hello,\n\nYour code to confirm the appointment: {code}\n\nEnter it on the page where you are booking. It is valid for a short time; do not share it with anyone.\n\nIf you are not booking an appointment, you do not need to do anything; without the code nothing is booked.\n\nKind regards\n{house}',
      sms: '{house}: your booking code is {code}. Do not share it with anyone.',
    },
    de: {
      subject: '{house}: Ihr Code für die Terminbuchung',
      content:
        'Guten Tag,\n\nIhr Code, um den Termin zu bestätigen: {code}\n\nGeben Sie ihn auf der Seite ein, auf der Sie gerade buchen. Er gilt nur kurze Zeit; geben Sie ihn an niemanden weiter.\n\nWenn Sie keinen Termin buchen, brauchen Sie nichts zu tun; ohne den Code wird nichts gebucht.\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Ihr Code für die Terminbuchung ist {code}. Geben Sie ihn nicht weiter.',
    },
    ru: {
      subject: '{house}: код для записи на приём',
      content:
        'Здравствуйте!\n\nКод для подтверждения записи: {code}\n\nВведите его на странице, где вы записываетесь. Он действует недолго; никому его не сообщайте.\n\nЕсли вы не записываетесь на приём, ничего делать не нужно: без кода запись не состоится.\n\nС уважением,\n{house}',
      sms: '{house}: код для записи {code}. Никому его не сообщайте.',
    },
  },
  visit_lapsed: {
    tr: {
      subject: '{house}: {when} randevunuz ödenmediği için iptal edildi',
      content:
        'Sayın {name},\n\n{when} tarihli randevunuzun ödemesi zamanında ulaşmadı; randevu iptal edildi ve saat yeniden boş ({house}).\n\nÖdemeniz bundan sonra ulaşırsa tutar cüzdanınıza eklenir.\n\nYeni bir randevu almak için:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {when} randevunuz ödenmediği için iptal edildi. Yeni randevu: {link}',
    },
    en: {
      subject: '{house}: your appointment on {when} was not paid for and is cancelled',
      content:
        'Hello {name},\n\nThe payment for your appointment on {when} did not arrive in time, so it has been cancelled and the time is free again ({house}).\n\nIf your payment still arrives, the amount goes to your wallet.\n\nTo book another one:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: your appointment on {when} was not paid for and is cancelled. Book another: {link}',
    },
    de: {
      subject: '{house}: Ihr Termin am {when} ist ohne Zahlung verfallen',
      content:
        'Guten Tag {name},\n\ndie Zahlung für Ihren Termin am {when} ist nicht rechtzeitig eingegangen. Der Termin ist abgesagt, die Zeit ist wieder frei ({house}).\n\nGeht Ihre Zahlung noch ein, wird der Betrag Ihrem Guthaben gutgeschrieben.\n\nEinen neuen Termin buchen Sie hier:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Ihr Termin am {when} ist ohne Zahlung verfallen. Neuer Termin: {link}',
    },
    ru: {
      subject: '{house}: приём {when} отменён, так как не оплачен',
      content:
        'Здравствуйте, {name}!\n\nОплата приёма {when} не поступила вовремя, поэтому он отменён и время снова свободно ({house}).\n\nЕсли платёж всё же поступит, сумма будет зачислена на ваш кошелёк.\n\nЗаписаться на другое время:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: приём {when} отменён, так как не оплачен. Новая запись: {link}',
    },
  },
  visit_reminder: {
    tr: {
      subject: '{house}: hatırlatma, randevunuz {when}',
      content:
        'Sayın {name},\n\nRandevunuzu hatırlatırız: {when}, {house}.\nDoktor: {doctor}\nAdres: {place}\nYol tarifi: {map}\n\nKlinikte geldiğinizi bildirmek için geliş kodunuz: {code}\n\nGeleceğinizi teyit etmek ya da randevuyu değiştirmek veya iptal etmek için:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: hatırlatma, randevunuz {when}.\nGeliş kodu: {code}\nTeyit veya değişiklik: {link}',
    },
    en: {
      subject: '{house}: reminder of your appointment on {when}',
      content:
        'Hello {name},\n\nThis is a reminder of your appointment: {when}, {house}.\nWith: {doctor}\nAddress: {place}\nDirections: {map}\n\nYour code for check-in at the clinic: {code}\n\nConfirm that you are coming, or change or cancel the appointment:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: reminder of your appointment on {when}.\nCheck-in code: {code}\nConfirm or change: {link}',
    },
    de: {
      subject: '{house}: Erinnerung an Ihren Termin am {when}',
      content:
        'Guten Tag {name},\n\nwir erinnern Sie an Ihren Termin: {when}, {house}.\nBei: {doctor}\nAdresse: {place}\nWegbeschreibung: {map}\n\nIhr Check-in-Code für die Klinik: {code}\n\nBitte bestätigen Sie den Termin hier, oder verschieben Sie ihn oder sagen Sie ihn ab:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Erinnerung an Ihren Termin am {when}.\nCheck-in-Code: {code}\nBestätigen oder ändern: {link}',
    },
    ru: {
      subject: '{house}: напоминание, ваш приём {when}',
      content:
        'Здравствуйте, {name}!\n\nНапоминаем о вашем приёме: {when}, {house}.\nВрач: {doctor}\nАдрес: {place}\nКак добраться: {map}\n\nКод, чтобы отметить приход в клинике: {code}\n\nПодтвердите, пожалуйста, что придёте, или перенесите или отмените приём:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: напоминание, ваш приём {when}.\nКод прихода: {code}\nПодтвердить или изменить: {link}',
    },
  },
  doctor_day: {
    tr: {
      subject: '{house}: bugünkü randevularınız',
      content:
        'Günaydın {name},\n\nBugünkü randevu sayınız: {visits}. İlkinin saati: {first}.\n\nGün listeniz:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: bugünkü randevu sayınız: {visits}, ilkinin saati: {first}. {link}',
    },
    en: {
      subject: '{house}: your appointments today',
      content:
        'Good morning {name},\n\nAppointments today: {visits}, the first at {first}.\n\nYour day:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: appointments today: {visits}, the first at {first}. {link}',
    },
    de: {
      subject: '{house}: Ihre Termine heute',
      content:
        'Guten Morgen {name},\n\nTermine heute: {visits}, der erste um {first}.\n\nIhr Tag:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Termine heute: {visits}, der erste um {first}. {link}',
    },
    ru: {
      subject: '{house}: ваши приёмы на сегодня',
      content:
        'Доброе утро, {name}!\n\nПриёмов сегодня: {visits}, первый в {first}.\n\nВаш день:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: приёмов сегодня: {visits}, первый в {first}. {link}',
    },
  },
  // the linked page says where and with whom
  visit_comment: {
    tr: {
      subject: '{house}: muayeneniz nasıl geçti?',
      content:
        'Sayın {name},\n\nRandevunuz tamamlandı ({house}). Nasıl geçtiğini bir dakikada yazabilirsiniz; yorumunuz yayımlanmadan önce okunur:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: muayeneniz nasıl geçti? Değerlendirmek için: {link}',
    },
    en: {
      subject: '{house}: how was your appointment?',
      content:
        'Hello {name},\n\nYour appointment is complete ({house}). Tell us how it went; it takes a minute. We read your comment before it is published:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: how was your appointment? Tell us here: {link}',
    },
    de: {
      subject: '{house}: Wie war Ihr Termin?',
      content:
        'Guten Tag {name},\n\nIhr Termin ist abgeschlossen ({house}). In einer Minute können Sie sagen, wie er war; Ihre Bewertung wird gelesen, bevor sie veröffentlicht wird:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Wie war Ihr Termin? Sagen Sie es uns hier: {link}',
    },
    ru: {
      subject: '{house}: как прошёл ваш приём?',
      content:
        'Здравствуйте, {name}!\n\nВаш приём завершён ({house}). Оценить его можно за минуту; отзыв прочтут, прежде чем опубликовать:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: как прошёл ваш приём? Оцените его здесь: {link}',
    },
  },
} as const satisfies Readonly<Record<string, LetterInAll>>
