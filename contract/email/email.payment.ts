import type { LetterInAll } from './email.ts'

/** Messages about money. `{amount}` is written as the receiver's language does; `{reference}` is a transfer's; no visit, no reason (rule 66). */
export const paymentWords = {
  payment_received: {
    tr: {
      subject: '{house}: ödemeniz alındı',
      content:
        'Sayın {name},\n\n{amount} tutarındaki ödemenizi aldık. Makbuzunuzu buradan açabilirsiniz:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {amount} ödemeniz alındı. {link}',
    },
    en: {
      subject: '{house}: we have received your payment',
      content:
        'Hello {name},\n\nWe have received your payment of {amount}. You can open your receipt here:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: we have received your payment of {amount}. {link}',
    },
    de: {
      subject: '{house}: Ihre Zahlung ist eingegangen',
      content:
        'Guten Tag {name},\n\nIhre Zahlung über {amount} ist eingegangen. Ihre Quittung finden Sie hier:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Ihre Zahlung über {amount} ist eingegangen. {link}',
    },
    ru: {
      subject: '{house}: ваш платёж получен',
      content:
        'Здравствуйте, {name}!\n\nМы получили ваш платёж: {amount}. Квитанцию можно открыть здесь:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: платёж {amount} получен. {link}',
    },
  },
  payment_awaited: {
    tr: {
      subject: '{house}: ödemeniz bekleniyor',
      content:
        'Sayın {name},\n\n{amount} tutarındaki ödemeniz henüz tamamlanmadı.\n\nNasıl ve ne zamana kadar ödeyebileceğinizi buradan görebilirsiniz:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {amount} ödemeniz bekleniyor. {link}',
    },
    en: {
      subject: '{house}: your payment is due',
      content:
        'Hello {name},\n\nYour payment of {amount} is not complete yet.\n\nSee how to pay and by when:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: your payment of {amount} is due. {link}',
    },
    de: {
      subject: '{house}: Ihre Zahlung steht noch aus',
      content:
        'Guten Tag {name},\n\nIhre Zahlung über {amount} ist noch nicht abgeschlossen.\n\nWie und bis wann Sie zahlen können, sehen Sie hier:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Ihre Zahlung über {amount} steht noch aus. {link}',
    },
    ru: {
      subject: '{house}: ожидаем ваш платёж',
      content:
        'Здравствуйте, {name}!\n\nПлатёж на сумму {amount} ещё не завершён.\n\nКак и до какого времени можно заплатить, показано здесь:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: ожидаем платёж {amount}. {link}',
    },
  },
  payment_awaited_transfer: {
    tr: {
      subject: '{house}: ödemeniz bekleniyor',
      content:
        'Sayın {name},\n\n{amount} tutarındaki ödemeniz henüz tamamlanmadı. Havale açıklamasına lütfen şunu yazınız: {reference}\n\nNasıl ve ne zamana kadar ödeyebileceğinizi buradan görebilirsiniz:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {amount} ödemeniz bekleniyor. {reference} {link}',
    },
    en: {
      subject: '{house}: your payment is due',
      content:
        'Hello {name},\n\nYour payment of {amount} is not complete yet. Please give this reference with your bank transfer: {reference}\n\nSee how to pay and by when:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: your payment of {amount} is due. {reference} {link}',
    },
    de: {
      subject: '{house}: Ihre Zahlung steht noch aus',
      content:
        'Guten Tag {name},\n\nIhre Zahlung über {amount} ist noch nicht abgeschlossen. Bitte geben Sie bei der Überweisung diesen Verwendungszweck an: {reference}\n\nWie und bis wann Sie zahlen können, sehen Sie hier:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Ihre Zahlung über {amount} steht noch aus. {reference} {link}',
    },
    ru: {
      subject: '{house}: ожидаем ваш платёж',
      content:
        'Здравствуйте, {name}!\n\nПлатёж на сумму {amount} ещё не завершён. В назначении перевода, пожалуйста, укажите: {reference}\n\nКак и до какого времени можно заплатить, показано здесь:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: ожидаем платёж {amount}. {reference} {link}',
    },
  },
  payment_to_wallet: {
    tr: {
      subject: '{house}: iadeniz cüzdanınızda',
      content:
        'Sayın {name},\n\n{amount} tutarındaki iadeniz cüzdanınıza eklendi. Bir sonraki randevunuzda kullanabilirsiniz:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {amount} iadeniz cüzdanınıza eklendi. {link}',
    },
    en: {
      subject: '{house}: your refund is in your wallet',
      content:
        'Hello {name},\n\nYour refund of {amount} has been added to your wallet. You can use it for your next appointment:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: your refund of {amount} is in your wallet. {link}',
    },
    de: {
      subject: '{house}: Ihre Erstattung liegt im Guthaben',
      content:
        'Guten Tag {name},\n\nIhre Erstattung über {amount} wurde Ihrem Guthaben gutgeschrieben. Sie können es für den nächsten Termin verwenden:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Ihre Erstattung über {amount} liegt in Ihrem Guthaben. {link}',
    },
    ru: {
      subject: '{house}: возврат зачислен в ваш кошелёк',
      content:
        'Здравствуйте, {name}!\n\nВозврат на сумму {amount} зачислен в ваш кошелёк. Эту сумму можно использовать для следующей записи:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: возврат {amount} зачислен в кошелёк. {link}',
    },
  },
  payment_refunded: {
    tr: {
      subject: '{house}: iadeniz yapıldı',
      content:
        'Sayın {name},\n\n{amount} tutarındaki ödemeniz, ödeme yönteminize iade edildi. Hesabınıza geçmesi birkaç iş günü sürebilir.\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {amount} iade edildi; hesabınıza geçmesi birkaç gün sürebilir. {link}',
    },
    en: {
      subject: '{house}: you have been refunded',
      content:
        'Hello {name},\n\nYour payment of {amount} has been refunded to the original payment method. It may take a few working days to arrive.\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: {amount} has been refunded; it may take a few days to arrive. {link}',
    },
    de: {
      subject: '{house}: Ihre Zahlung wurde erstattet',
      content:
        'Guten Tag {name},\n\nIhre Zahlung über {amount} wurde auf demselben Weg zurückgegeben. Bis sie auf Ihrem Konto ist, kann es einige Werktage dauern.\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: {amount} wurden erstattet; die Gutschrift kann einige Tage dauern. {link}',
    },
    ru: {
      subject: '{house}: деньги возвращены',
      content:
        'Здравствуйте, {name}!\n\nПлатёж на сумму {amount} возвращён тем же способом. Зачисление может занять несколько рабочих дней.\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: {amount} возвращено; зачисление может занять несколько дней. {link}',
    },
  },
  payment_link: {
    tr: {
      subject: '{house}: ödeme bağlantınız',
      content:
        'Sayın {name},\n\n{house} sizden {amount} tutarında bir ödeme bekliyor. Bağlantı bir kez kullanılır ve {until} tarihine kadar geçerlidir:',
      sms: '{house}: {amount} ödeme bağlantınız ({until}):',
    },
    en: {
      subject: '{house}: your payment link',
      content:
        'Hello {name},\n\n{house} asks you for a payment of {amount}. The link works once and is valid until {until}:',
      sms: '{house}: pay {amount} here (until {until}):',
    },
    de: {
      subject: '{house}: Ihr Zahlungslink',
      content:
        'Guten Tag {name},\n\n{house} bittet Sie um eine Zahlung über {amount}. Der Link gilt einmal und bis {until}:',
      sms: '{house}: {amount} hier bezahlen (bis {until}):',
    },
    ru: {
      subject: '{house}: ссылка на оплату',
      content: 'Здравствуйте, {name}!\n\n{house} просит вас оплатить {amount}. Ссылка действует один раз, до {until}:',
      sms: '{house}: оплатите {amount} (до {until}):',
    },
  },
} as const satisfies Record<string, LetterInAll>
