import type { LetterInAll } from './email.ts'

/** Messages about an account. `{house}` is the clinic's name or the product's; `{link}` stands alone on its line. */
export const accountWords = {
  confirm: {
    tr: {
      subject: '{house}: e-posta adresinizi onaylayın',
      content:
        'Merhaba {name},\n\n{house} hesabınızı açmak için bu bağlantıyı 24 saat içinde açın:\n\n{link}\n\nBu kaydı siz yapmadıysanız bir şey yapmanız gerekmez; hesap açılmaz.',
      sms: '{house}: hesabınızı onaylayın (24 saat): {link}',
    },
    en: {
      subject: '{house}: please confirm your e-mail address',
      content:
        'Hello {name},\n\nOpen this link within 24 hours to open your account at {house}:\n\n{link}\n\nIf you did not register, you need not do anything; no account is opened.',
      sms: '{house}: confirm your account (24 hours): {link}',
    },
    de: {
      subject: '{house}: Bitte bestätigen Sie Ihre E-Mail-Adresse',
      content:
        'Guten Tag {name},\n\nöffnen Sie innerhalb von 24 Stunden diesen Link, um Ihr Konto bei {house} zu eröffnen:\n\n{link}\n\nWenn Sie sich nicht registriert haben, brauchen Sie nichts zu tun; es wird kein Konto eröffnet.',
      sms: '{house}: Konto bestätigen (24 Stunden): {link}',
    },
    ru: {
      subject: '{house}: подтвердите адрес электронной почты',
      content:
        'Здравствуйте, {name}!\n\nЧтобы открыть учётную запись в {house}, перейдите по ссылке в течение 24 часов:\n\n{link}\n\nЕсли вы не регистрировались, ничего делать не нужно: учётная запись не будет открыта.',
      sms: '{house}: подтвердите учётную запись (24 часа): {link}',
    },
  },
  already_registered: {
    tr: {
      subject: '{house}: zaten bir hesabınız var',
      content:
        'Merhaba {name},\n\nBilgilerinizle {house} için yeni bir kayıt yapılmak istendi. Zaten bir hesabınız var; parolanızı unuttuysanız buradan yenisini belirleyebilirsiniz:\n\n{link}\n\nBunu siz yapmadıysanız bir şey yapmanız gerekmez; hesabınız değişmedi.',
      sms: '{house}: bu numarayla zaten bir hesabınız var. Yeni parola: {link}',
    },
    en: {
      subject: '{house}: you already have an account',
      content:
        'Hello {name},\n\nsomebody tried to register at {house} with your details. You already have an account; if you have forgotten the password, set a new one here:\n\n{link}\n\nIf it was not you, you need not do anything; your account has not changed.',
      sms: '{house}: you already have an account with this number. New password: {link}',
    },
    de: {
      subject: '{house}: Sie haben bereits ein Konto',
      content:
        'Guten Tag {name},\n\nmit Ihren Daten sollte bei {house} ein neues Konto eröffnet werden. Sie haben bereits eines; falls Sie das Passwort vergessen haben, setzen Sie hier ein neues:\n\n{link}\n\nWenn Sie das nicht waren, brauchen Sie nichts zu tun; an Ihrem Konto hat sich nichts geändert.',
      sms: '{house}: Mit dieser Nummer haben Sie bereits ein Konto. Neues Passwort: {link}',
    },
    ru: {
      subject: '{house}: у вас уже есть учётная запись',
      content:
        'Здравствуйте, {name}!\n\nКто-то попытался зарегистрироваться в {house} с вашими данными. У вас уже есть учётная запись; если вы забыли пароль, задайте новый здесь:\n\n{link}\n\nЕсли это были не вы, ничего делать не нужно: ваша учётная запись не изменилась.',
      sms: '{house}: с этим номером у вас уже есть учётная запись. Новый пароль: {link}',
    },
  },
  password_reset: {
    tr: {
      subject: '{house}: yeni parola',
      content:
        'Merhaba {name},\n\nYeni bir parola belirlemek için bu bağlantıyı 30 dakika içinde açın. Bağlantı bir kez kullanılır:\n\n{link}\n\nBunu siz istemediyseniz bir şey yapmanız gerekmez; parolanız değişmedi.',
      sms: '{house}: yeni parola (30 dakika): {link}',
    },
    en: {
      subject: '{house}: new password',
      content:
        'Hello {name},\n\nopen this link within 30 minutes to set a new password. It works once:\n\n{link}\n\nIf you did not ask for it, you need not do anything; your password has not changed.',
      sms: '{house}: new password (30 minutes): {link}',
    },
    de: {
      subject: '{house}: Neues Passwort',
      content:
        'Guten Tag {name},\n\nöffnen Sie innerhalb von 30 Minuten diesen Link, um ein neues Passwort zu setzen. Er gilt einmal:\n\n{link}\n\nWenn Sie das nicht angefordert haben, brauchen Sie nichts zu tun; Ihr Passwort ist unverändert.',
      sms: '{house}: Neues Passwort (30 Minuten): {link}',
    },
    ru: {
      subject: '{house}: новый пароль',
      content:
        'Здравствуйте, {name}!\n\nЧтобы задать новый пароль, перейдите по ссылке в течение 30 минут. Она действует один раз:\n\n{link}\n\nЕсли вы этого не просили, ничего делать не нужно: ваш пароль не изменился.',
      sms: '{house}: новый пароль (30 минут): {link}',
    },
  },
  password_invite: {
    tr: {
      subject: '{house}: hesabınız hazır',
      content:
        'Merhaba {name},\n\n{house} sizin için bir hesap açtı. Parolanızı 7 gün içinde buradan belirleyin; bağlantı bir kez kullanılır:\n\n{link}',
      sms: '{house}: hesabınız hazır. Parolanızı belirleyin (7 gün): {link}',
    },
    en: {
      subject: '{house}: your account is ready',
      content:
        'Hello {name},\n\n{house} has opened an account for you. Set your password here within 7 days; the link works once:\n\n{link}',
      sms: '{house}: your account is ready. Set your password (7 days): {link}',
    },
    de: {
      subject: '{house}: Ihr Konto ist bereit',
      content:
        'Guten Tag {name},\n\n{house} hat ein Konto für Sie eröffnet. Setzen Sie hier innerhalb von 7 Tagen Ihr Passwort; der Link gilt einmal:\n\n{link}',
      sms: '{house}: Ihr Konto ist bereit. Passwort setzen (7 Tage): {link}',
    },
    ru: {
      subject: '{house}: ваша учётная запись готова',
      content:
        'Здравствуйте, {name}!\n\n{house} открыла для вас учётную запись. Задайте пароль по ссылке в течение 7 дней; она действует один раз:\n\n{link}',
      sms: '{house}: учётная запись готова. Задайте пароль (7 дней): {link}',
    },
  },
  password_changed: {
    tr: {
      subject: '{house}: parolanız değişti',
      content:
        'Merhaba {name},\n\n{house} hesabınızın parolası değiştirildi ve diğer oturumlar kapatıldı. Bunu siz yapmadıysanız hemen yeni bir parola belirleyin:\n\n{link}',
      sms: '{house}: parolanız değişti. Siz değilseniz: {link}',
    },
    en: {
      subject: '{house}: your password has changed',
      content:
        'Hello {name},\n\nthe password of your account at {house} has been changed and other sessions were ended. If it was not you, set a new password at once:\n\n{link}',
      sms: '{house}: your password has changed. If it was not you: {link}',
    },
    de: {
      subject: '{house}: Ihr Passwort wurde geändert',
      content:
        'Guten Tag {name},\n\ndas Passwort Ihres Kontos bei {house} wurde geändert, andere Sitzungen wurden beendet. Wenn Sie das nicht waren, setzen Sie sofort ein neues:\n\n{link}',
      sms: '{house}: Ihr Passwort wurde geändert. Waren Sie das nicht? {link}',
    },
    ru: {
      subject: '{house}: ваш пароль изменён',
      content:
        'Здравствуйте, {name}!\n\nПароль вашей учётной записи в {house} изменён, другие сеансы завершены. Если это были не вы, сразу задайте новый пароль:\n\n{link}',
      sms: '{house}: ваш пароль изменён. Если это не вы: {link}',
    },
  },
  contact_changed: {
    tr: {
      subject: '{house}: iletişim bilgileriniz değişti',
      content:
        'Merhaba {name},\n\n{house} hesabınızın e-posta adresi veya telefon numarası değiştirildi. Bunu siz istemediyseniz hemen buradan bize ulaşın:\n\n{link}',
      sms: '{house}: hesabınızın iletişim bilgileri değişti. Siz istemediyseniz: {link}',
    },
    en: {
      subject: '{house}: your contact details have changed',
      content:
        'Hello {name},\n\nthe e-mail address or phone number of your account at {house} has been changed. If you did not ask for it, contact us here at once:\n\n{link}',
      sms: '{house}: the contact details of your account have changed. If you did not ask for it: {link}',
    },
    de: {
      subject: '{house}: Ihre Kontaktdaten wurden geändert',
      content:
        'Guten Tag {name},\n\ndie E-Mail-Adresse oder Telefonnummer Ihres Kontos bei {house} wurde geändert. Wenn Sie das nicht gewünscht haben, wenden Sie sich bitte sofort an uns:\n\n{link}',
      sms: '{house}: Die Kontaktdaten Ihres Kontos wurden geändert. Nicht gewünscht? {link}',
    },
    ru: {
      subject: '{house}: ваши контактные данные изменены',
      content:
        'Здравствуйте, {name}!\n\nАдрес электронной почты или телефон вашей учётной записи в {house} изменён. Если вы об этом не просили, сразу свяжитесь с нами:\n\n{link}',
      sms: '{house}: контактные данные учётной записи изменены. Если вы не просили: {link}',
    },
  },
  /** Somebody else has changed it: until the seven days are over, the way into the account stays the owner's. */
  contact_changed_for_you: {
    tr: {
      subject: '{house}: iletişim bilgileriniz değişti',
      content:
        'Merhaba {name},\n\n{house} hesabınızın e-posta adresi veya telefon numarası bir görevli tarafından değiştirildi. Mesajlar artık yeni adrese gider; parola bağlantıları yedi gün daha buraya gelir.\n\nBunu siz istemediyseniz bu süre içinde bize ulaşın:\n\n{link}',
      sms: '{house}: iletişim bilgileriniz bir görevli tarafından değiştirildi. Parola bağlantıları 7 gün daha buraya gelir. Siz istemediyseniz: {link}',
    },
    en: {
      subject: '{house}: your contact details have changed',
      content:
        'Hello {name},\n\na member of staff has changed the e-mail address or phone number of your account at {house}. Messages go to the new one from now on; links for a new password still come here for seven days.\n\nIf you did not ask for this, contact us within that time:\n\n{link}',
      sms: '{house}: staff have changed your contact details. Password links still come here for 7 days. If you did not ask for it: {link}',
    },
    de: {
      subject: '{house}: Ihre Kontaktdaten wurden geändert',
      content:
        'Guten Tag {name},\n\neine Mitarbeiterin oder ein Mitarbeiter hat die E-Mail-Adresse oder Telefonnummer Ihres Kontos bei {house} geändert. Nachrichten gehen ab jetzt an die neue; Links für ein neues Passwort kommen noch sieben Tage hierher.\n\nWenn Sie das nicht gewünscht haben, wenden Sie sich bitte in dieser Zeit an uns:\n\n{link}',
      sms: '{house}: Ihre Kontaktdaten wurden durch Mitarbeitende geändert. Passwort-Links kommen noch 7 Tage hierher. Nicht gewünscht? {link}',
    },
    ru: {
      subject: '{house}: ваши контактные данные изменены',
      content:
        'Здравствуйте, {name}!\n\nСотрудник изменил адрес электронной почты или телефон вашей учётной записи в {house}. Сообщения теперь приходят на новый адрес; ссылки для нового пароля ещё семь дней приходят сюда.\n\nЕсли вы об этом не просили, свяжитесь с нами в течение этого времени:\n\n{link}',
      sms: '{house}: сотрудник изменил ваши контактные данные. Ссылки для пароля ещё 7 дней приходят сюда. Если вы не просили: {link}',
    },
  },
  account_active: {
    tr: {
      subject: '{house}: hesabınız etkin',
      content: 'Merhaba {name},\n\n{house} hesabınızı etkinleştirdi. Buradan giriş yapabilirsiniz:\n\n{link}',
      sms: '{house}: hesabınız etkin. Giriş: {link}',
    },
    en: {
      subject: '{house}: your account is active',
      content: 'Hello {name},\n\n{house} has activated your account. You can sign in here:\n\n{link}',
      sms: '{house}: your account is active. Sign in: {link}',
    },
    de: {
      subject: '{house}: Ihr Konto ist freigeschaltet',
      content: 'Guten Tag {name},\n\n{house} hat Ihr Konto freigeschaltet. Hier können Sie sich anmelden:\n\n{link}',
      sms: '{house}: Ihr Konto ist freigeschaltet. Anmelden: {link}',
    },
    ru: {
      subject: '{house}: ваша учётная запись активна',
      content: 'Здравствуйте, {name}!\n\n{house} активировала вашу учётную запись. Войти можно здесь:\n\n{link}',
      sms: '{house}: учётная запись активна. Вход: {link}',
    },
  },
} as const satisfies Record<string, LetterInAll>
