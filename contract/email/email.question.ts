import type { LetterInAll } from './email.ts'

/** Letters to strangers who ask a doctor. They say nothing of the question: anyone may look over a shoulder. */
export const questionWords = {
  question_code: {
    tr: {
      subject: '{house}: kodunuz',
      content:
        'Merhaba,\n\nSorunuzu göndermek için kodunuz: {code}\n\nKodu, sorunuzu yazdığınız sayfaya giriniz. Kısa süre geçerlidir; kimseyle paylaşmayınız.\n\nSoru soran siz değilseniz bir şey yapmanız gerekmez; kod girilmeden hiçbir şey gönderilmez.\n\nSaygılarımızla\n{house}',
      sms: '{house}: kodunuz {code}. Kimseyle paylaşmayınız.',
    },
    en: {
      subject: '{house}: your code',
      content:
        'Hello,\n\nYour code to send the question: {code}\n\nEnter it on the page where you wrote the question. It is valid for a short time; do not share it with anyone.\n\nIf you are not asking a question, you do not need to do anything; without the code nothing is sent.\n\nKind regards\n{house}',
      sms: '{house}: your code is {code}. Do not share it with anyone.',
    },
    de: {
      subject: '{house}: Ihr Code',
      content:
        'Guten Tag,\n\nIhr Code, um die Frage abzuschicken: {code}\n\nGeben Sie ihn auf der Seite ein, auf der Sie die Frage geschrieben haben. Er gilt nur kurze Zeit; geben Sie ihn an niemanden weiter.\n\nWenn Sie keine Frage stellen, brauchen Sie nichts zu tun; ohne den Code wird nichts abgeschickt.\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Ihr Code ist {code}. Geben Sie ihn nicht weiter.',
    },
    ru: {
      subject: '{house}: ваш код',
      content:
        'Здравствуйте!\n\nКод, чтобы отправить вопрос: {code}\n\nВведите его на странице, где вы написали вопрос. Он действует недолго; никому его не сообщайте.\n\nЕсли вы не задаёте вопрос, ничего делать не нужно: без кода ничего не отправится.\n\nС уважением,\n{house}',
      sms: '{house}: ваш код {code}. Никому его не сообщайте.',
    },
  },
  question_answered: {
    tr: {
      subject: '{house}: sorunuz yanıtlandı',
      content:
        'Merhaba,\n\nSorunuzun yanıtını buradan okuyabilirsiniz:\n\n{link}\n\nSoru ve yanıt adınız olmadan yayımlandı. Bu mesaj bir kez gönderilir; iletişim bilginiz silindi.\n\nSaygılarımızla\n{house}',
      sms: '{house}: sorunuz yanıtlandı: {link}',
    },
    en: {
      subject: '{house}: your question has been answered',
      content:
        'Hello,\n\nYou can read the answer to your question here:\n\n{link}\n\nQuestion and answer are published without your name. This message is sent once; your contact details have been deleted.\n\nKind regards\n{house}',
      sms: '{house}: your question has been answered: {link}',
    },
    de: {
      subject: '{house}: Ihre Frage ist beantwortet',
      content:
        'Guten Tag,\n\nDie Antwort auf Ihre Frage lesen Sie hier:\n\n{link}\n\nFrage und Antwort sind ohne Ihren Namen veröffentlicht. Diese Nachricht kommt nur einmal; Ihre Kontaktdaten sind gelöscht.\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Ihre Frage ist beantwortet: {link}',
    },
    ru: {
      subject: '{house}: на ваш вопрос ответили',
      content:
        'Здравствуйте!\n\nОтвет на ваш вопрос можно прочитать здесь:\n\n{link}\n\nВопрос и ответ опубликованы без вашего имени. Это сообщение приходит один раз; ваши контактные данные удалены.\n\nС уважением,\n{house}',
      sms: '{house}: на ваш вопрос ответили: {link}',
    },
  },
} as const satisfies Readonly<Record<string, LetterInAll>>
