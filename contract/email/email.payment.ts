import type { LetterInAll } from './email.ts'

/**
 * Messages about money. `{amount}` is in the format of the recipient's language; `{reference}` is a transfer's. No
 * visit, no reason (rule 66).
 */
export const paymentWords = {
  payment_received: {
    tr: {
      subject: '{house}: ödemeniz alındı',
      content:
        'Sayın {name},\n\n{amount} tutarındaki ödemenizi aldık. Makbuzunuzu buradan açabilirsiniz:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {amount} ödemeniz alındı. Makbuz: {link}',
    },
    en: {
      subject: '{house}: we have received your payment',
      content:
        'Hello {name},\n\nWe have received your payment of {amount}. You can open your receipt here:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: we have received your payment of {amount}. Receipt: {link}',
    },
    de: {
      subject: '{house}: Ihre Zahlung ist eingegangen',
      content:
        'Guten Tag {name},\n\nIhre Zahlung über {amount} ist eingegangen. Ihre Quittung finden Sie hier:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Ihre Zahlung über {amount} ist eingegangen. Quittung: {link}',
    },
    ru: {
      subject: '{house}: ваш платёж получен',
      content:
        'Здравствуйте, {name}!\n\nМы получили ваш платёж: {amount}. Квитанцию можно открыть здесь:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: ваш платёж получен: {amount}. Квитанция: {link}',
    },
  },
  payment_awaited: {
    tr: {
      subject: '{house}: ödemeniz bekleniyor',
      content:
        'Sayın {name},\n\n{amount} tutarındaki ödemeniz henüz tamamlanmadı.\n\nNasıl ve ne zamana kadar ödeyebileceğinizi buradan görebilirsiniz:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {amount} ödemeniz bekleniyor. Ödemek için: {link}',
    },
    en: {
      subject: '{house}: your payment is due',
      content:
        'Hello {name},\n\nYour payment of {amount} is not complete yet.\n\nSee how to pay and by when:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: your payment of {amount} is due. Pay here: {link}',
    },
    de: {
      subject: '{house}: Ihre Zahlung steht noch aus',
      content:
        'Guten Tag {name},\n\nIhre Zahlung über {amount} ist noch nicht abgeschlossen.\n\nWie und bis wann Sie zahlen können, sehen Sie hier:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Ihre Zahlung über {amount} steht noch aus. Hier bezahlen: {link}',
    },
    ru: {
      subject: '{house}: ожидаем ваш платёж',
      content:
        'Здравствуйте, {name}!\n\nПлатёж на сумму {amount} ещё не завершён.\n\nКак и до какого времени можно заплатить, показано здесь:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: ожидаем ваш платёж: {amount}. Оплатить: {link}',
    },
  },
  payment_awaited_transfer: {
    tr: {
      subject: '{house}: ödemeniz bekleniyor',
      content:
        'Sayın {name},\n\n{amount} tutarındaki ödemeniz henüz tamamlanmadı. Havale açıklamasına şunu yazınız: {reference}\n\nNasıl ve ne zamana kadar ödeyebileceğinizi buradan görebilirsiniz:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {amount} havaleniz bekleniyor. Açıklamaya yazınız: {reference}\n{link}',
    },
    en: {
      subject: '{house}: your payment is due',
      content:
        'Hello {name},\n\nYour payment of {amount} is not complete yet. Give this reference with your bank transfer: {reference}\n\nSee how to pay and by when:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: your bank transfer of {amount} is due. Reference to give: {reference}\n{link}',
    },
    de: {
      subject: '{house}: Ihre Zahlung steht noch aus',
      content:
        'Guten Tag {name},\n\nIhre Zahlung über {amount} ist noch nicht abgeschlossen. Bitte geben Sie bei der Überweisung diesen Verwendungszweck an: {reference}\n\nWie und bis wann Sie zahlen können, sehen Sie hier:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Ihre Überweisung über {amount} steht noch aus. Verwendungszweck: {reference}\n{link}',
    },
    ru: {
      subject: '{house}: ожидаем ваш платёж',
      content:
        'Здравствуйте, {name}!\n\nПлатёж на сумму {amount} ещё не завершён. В назначении платежа, пожалуйста, укажите: {reference}\n\nКак и до какого времени можно заплатить, показано здесь:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: ожидаем ваш перевод: {amount}. Назначение платежа: {reference}\n{link}',
    },
  },
  payment_to_wallet: {
    tr: {
      subject: '{house}: iadeniz cüzdanınızda',
      content:
        'Sayın {name},\n\n{amount} tutarındaki iadeniz cüzdanınıza eklendi. Bir sonraki randevunuzda kullanabilirsiniz:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {amount} iadeniz cüzdanınıza eklendi: {link}',
    },
    en: {
      subject: '{house}: your refund is in your wallet',
      content:
        'Hello {name},\n\nYour refund of {amount} has been added to your wallet. You can use it for your next appointment:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: your refund of {amount} is in your wallet: {link}',
    },
    de: {
      subject: '{house}: Ihre Erstattung liegt in Ihrem Guthaben',
      content:
        'Guten Tag {name},\n\nIhre Erstattung über {amount} wurde Ihrem Guthaben gutgeschrieben. Sie können sie für den nächsten Termin verwenden:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Ihre Erstattung über {amount} liegt in Ihrem Guthaben: {link}',
    },
    ru: {
      subject: '{house}: возврат зачислен в ваш кошелёк',
      content:
        'Здравствуйте, {name}!\n\nВозврат на сумму {amount} зачислен в ваш кошелёк. Эту сумму можно использовать для следующей записи:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: возврат зачислен в ваш кошелёк: {amount}. {link}',
    },
  },
  /** The money came when there was nothing left to pay. */
  payment_late: {
    tr: {
      subject: '{house}: ödemeniz geç ulaştı',
      content:
        'Sayın {name},\n\n{amount} tutarındaki ödemeniz ulaştı, ancak ödediğiniz şey artık geçerli değildi. Tutar cüzdanınıza eklendi; bir sonraki randevunuzda kullanabilir veya geri isteyebilirsiniz:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {amount} ödemeniz geç ulaştı ve cüzdanınıza eklendi: {link}',
    },
    en: {
      subject: '{house}: your payment arrived too late',
      content:
        'Hello {name},\n\nYour payment of {amount} arrived, but what it was for was no longer open. The amount is in your wallet; use it for your next appointment or ask for it back:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: your payment of {amount} arrived too late and is in your wallet: {link}',
    },
    de: {
      subject: '{house}: Ihre Zahlung kam zu spät',
      content:
        'Guten Tag {name},\n\nIhre Zahlung über {amount} ist eingegangen, aber das, wofür sie war, stand nicht mehr offen. Der Betrag ist Ihrem Guthaben gutgeschrieben; Sie können ihn für den nächsten Termin verwenden oder zurückverlangen:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: Ihre Zahlung über {amount} kam zu spät und steht in Ihrem Guthaben: {link}',
    },
    ru: {
      subject: '{house}: ваш платёж пришёл слишком поздно',
      content:
        'Здравствуйте, {name}!\n\nПлатёж на сумму {amount} поступил, но оплачивать им было уже нечего. Сумма зачислена на ваш кошелёк; её можно использовать для следующего приёма или вернуть:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: платёж {amount} пришёл поздно и зачислен на ваш кошелёк: {link}',
    },
  },
  payment_refunded: {
    tr: {
      subject: '{house}: iadeniz yapıldı',
      content:
        'Sayın {name},\n\n{amount} tutarındaki ödemeniz, ödemeyi yaptığınız karta veya hesaba iade edildi. Hesabınıza geçmesi birkaç iş günü sürebilir.\n\nAyrıntılar:\n\n{link}\n\nSaygılarımızla\n{house}',
      sms: '{house}: {amount} iade edildi; hesabınıza geçmesi birkaç iş günü sürebilir. {link}',
    },
    en: {
      subject: '{house}: you have been refunded',
      content:
        'Hello {name},\n\nYour payment of {amount} has been refunded to the original payment method. It may take a few working days to arrive.\n\nTo see the details:\n\n{link}\n\nKind regards\n{house}',
      sms: '{house}: {amount} has been refunded; it may take a few working days to arrive. {link}',
    },
    de: {
      subject: '{house}: Ihre Zahlung wurde erstattet',
      content:
        'Guten Tag {name},\n\nIhre Zahlung über {amount} wurde auf demselben Weg erstattet. Bis das Geld auf Ihrem Konto ist, kann es einige Werktage dauern.\n\nEinzelheiten:\n\n{link}\n\nMit freundlichen Grüßen\n{house}',
      sms: '{house}: {amount} wurden erstattet; die Gutschrift kann einige Werktage dauern. {link}',
    },
    ru: {
      subject: '{house}: деньги возвращены',
      content:
        'Здравствуйте, {name}!\n\nПлатёж на сумму {amount} возвращён тем же способом. Зачисление может занять несколько рабочих дней.\n\nПодробности:\n\n{link}\n\nС уважением,\n{house}',
      sms: '{house}: деньги возвращены: {amount}; зачисление может занять несколько рабочих дней. {link}',
    },
  },
  payment_link: {
    tr: {
      subject: '{house}: ödeme bağlantınız',
      content:
        'Sayın {name},\n\n{house} sizden {amount} tutarında bir ödeme bekliyor. Aşağıdaki bağlantı bir kez kullanılır. Son geçerlilik zamanı: {until}',
      sms: '{house}: {amount} ödemeniz için bağlantı (son: {until}):',
    },
    en: {
      subject: '{house}: your payment link',
      content: 'Hello {name},\n\n{house} asks you to pay {amount}. The link below works once and ends on {until}.',
      sms: '{house}: pay {amount} here by {until}:',
    },
    de: {
      subject: '{house}: Ihr Zahlungslink',
      content:
        'Guten Tag {name},\n\n{house} bittet Sie um eine Zahlung über {amount}. Der Link unten kann nur einmal verwendet werden und gilt bis {until}.',
      sms: '{house}: Bitte zahlen Sie {amount} hier (bis {until}):',
    },
    ru: {
      subject: '{house}: ссылка на оплату',
      content:
        'Здравствуйте, {name}!\n\n{house} просит вас оплатить: {amount}. Ссылка ниже действует один раз, до {until}.',
      sms: '{house}: к оплате {amount} (до {until}):',
    },
  },
} as const satisfies Record<string, LetterInAll>
