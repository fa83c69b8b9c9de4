import type { LetterInAll } from './email.ts'

/**
 * Messages about an account. `{house}` is the clinic's name or the product's. The link is below the words
 * (contract/email/email.link.ts).
 */
export const accountWords = {
  confirm: {
    tr: {
      subject: '{house}: e-posta adresinizi onaylayınız',
      content:
        'Sayın {name},\n\n{house} hesabınızı onaylamak için aşağıdaki bağlantıyı 24 saat içinde açınız.\n\nBu kaydı siz yapmadıysanız bir şey yapmanız gerekmez; hesap açılmaz.',
      sms: '{house}: hesabınızı 24 saat içinde onaylayınız:',
    },
    en: {
      subject: '{house}: confirm your email address',
      content:
        'Hello {name},\n\nOpen the link below within 24 hours to activate your account at {house}.\n\nIf you did not register, you do not need to do anything; no account will be created.',
      sms: '{house}: confirm your account within 24 hours:',
    },
    de: {
      subject: '{house}: Bitte bestätigen Sie Ihre E-Mail-Adresse',
      content:
        'Guten Tag {name},\n\nbitte öffnen Sie innerhalb von 24 Stunden den Link unten, um Ihr Konto bei {house} zu bestätigen.\n\nWenn Sie sich nicht registriert haben, brauchen Sie nichts zu tun; es wird kein Konto eröffnet.',
      sms: '{house}: Bestätigen Sie Ihr Konto innerhalb von 24 Stunden:',
    },
    ru: {
      subject: '{house}: подтвердите адрес эл. почты',
      content:
        'Здравствуйте, {name}!\n\nЧтобы подтвердить учётную запись ({house}), перейдите по ссылке ниже в течение 24 часов.\n\nЕсли вы не регистрировались, ничего делать не нужно: учётная запись не будет создана.',
      sms: '{house}: подтвердите учётную запись в течение 24 часов:',
    },
  },
  already_registered: {
    tr: {
      subject: '{house}: zaten bir hesabınız var',
      content:
        'Sayın {name},\n\nBilgilerinizle yeni bir hesap açılmak istendi ({house}). Zaten bir hesabınız var; parolanızı unuttuysanız aşağıdaki bağlantıdan yenisini belirleyiniz.\n\nBunu siz yapmadıysanız bir şey yapmanız gerekmez; hesabınız değişmedi.',
      sms: '{house}: bu numarayla zaten bir hesabınız var. Yeni parola:',
    },
    en: {
      subject: '{house}: you already have an account',
      content:
        'Hello {name},\n\nSomeone tried to register at {house} with your details. You already have an account; if you have forgotten the password, set a new one with the link below.\n\nIf it was not you, you do not need to do anything; your account has not changed.',
      sms: '{house}: you already have an account with this number. New password:',
    },
    de: {
      subject: '{house}: Sie haben bereits ein Konto',
      content:
        'Guten Tag {name},\n\nmit Ihren Daten sollte bei {house} ein neues Konto eröffnet werden. Sie haben bereits eines; falls Sie das Passwort vergessen haben, legen Sie über den Link unten ein neues fest.\n\nWenn Sie das nicht waren, brauchen Sie nichts zu tun; an Ihrem Konto hat sich nichts geändert.',
      sms: '{house}: Mit dieser Nummer haben Sie bereits ein Konto. Neues Passwort:',
    },
    ru: {
      subject: '{house}: у вас уже есть учётная запись',
      content:
        'Здравствуйте, {name}!\n\nКто-то попытался зарегистрироваться ({house}) с вашими данными. У вас уже есть учётная запись; если вы забыли пароль, задайте новый по ссылке ниже.\n\nЕсли это были не вы, ничего делать не нужно: ваша учётная запись не изменилась.',
      sms: '{house}: с этим номером у вас уже есть учётная запись. Новый пароль:',
    },
  },
  password_reset: {
    tr: {
      subject: '{house}: yeni parola',
      content:
        'Sayın {name},\n\nYeni bir parola belirlemek için aşağıdaki bağlantıyı 30 dakika içinde açınız. Bağlantı bir kez kullanılır.\n\nBunu siz istemediyseniz bir şey yapmanız gerekmez; parolanız değişmedi.',
      sms: '{house}: yeni parolanızı 30 dakika içinde belirleyiniz:',
    },
    en: {
      subject: '{house}: new password',
      content:
        'Hello {name},\n\nOpen the link below within 30 minutes to set a new password. It works once.\n\nIf you did not ask for it, you do not need to do anything; your password has not changed.',
      sms: '{house}: set a new password within 30 minutes:',
    },
    de: {
      subject: '{house}: Neues Passwort',
      content:
        'Guten Tag {name},\n\nbitte öffnen Sie innerhalb von 30 Minuten den Link unten, um ein neues Passwort festzulegen. Er kann nur einmal verwendet werden.\n\nWenn Sie das nicht angefordert haben, brauchen Sie nichts zu tun; Ihr Passwort ist unverändert.',
      sms: '{house}: Legen Sie innerhalb von 30 Minuten ein neues Passwort fest:',
    },
    ru: {
      subject: '{house}: новый пароль',
      content:
        'Здравствуйте, {name}!\n\nЧтобы задать новый пароль, перейдите по ссылке ниже в течение 30 минут. Ссылка действует один раз.\n\nЕсли вы этого не просили, ничего делать не нужно: ваш пароль не изменился.',
      sms: '{house}: задайте новый пароль в течение 30 минут:',
    },
  },
  password_invite: {
    tr: {
      subject: '{house}: hesabınız hazır',
      content:
        'Sayın {name},\n\n{house} sizin için bir hesap açtı. Parolanızı 7 gün içinde buradan belirleyiniz; bağlantı bir kez kullanılır:',
      sms: '{house}: hesabınız hazır. Parolanızı 7 gün içinde belirleyiniz:',
    },
    en: {
      subject: '{house}: your account is ready',
      content:
        'Hello {name},\n\n{house} has created an account for you. Set your password here within 7 days; the link works once:',
      sms: '{house}: your account is ready. Set your password within 7 days:',
    },
    de: {
      subject: '{house}: Ihr Konto ist bereit',
      content:
        'Guten Tag {name},\n\n{house} hat ein Konto für Sie eröffnet. Legen Sie hier innerhalb von 7 Tagen Ihr Passwort fest; der Link kann nur einmal verwendet werden:',
      sms: '{house}: Ihr Konto ist bereit. Legen Sie innerhalb von 7 Tagen Ihr Passwort fest:',
    },
    ru: {
      subject: '{house}: ваша учётная запись готова',
      content:
        'Здравствуйте, {name}!\n\nДля вас создана учётная запись ({house}). Задайте пароль по ссылке в течение 7 дней; она действует один раз:',
      sms: '{house}: учётная запись готова. Задайте пароль в течение 7 дней:',
    },
  },
  password_changed: {
    tr: {
      subject: '{house}: parolanız değişti',
      content:
        'Sayın {name},\n\n{house} hesabınızın parolası değiştirildi ve diğer oturumlar kapatıldı. Bunu siz yapmadıysanız hemen yeni bir parola belirleyiniz:',
      sms: '{house}: parolanız değişti. Siz değiştirmediyseniz yenisini belirleyiniz:',
    },
    en: {
      subject: '{house}: your password has changed',
      content:
        'Hello {name},\n\nThe password of your account at {house} has been changed and other sessions have been ended. If it was not you, set a new password straight away:',
      sms: '{house}: your password has changed. If it was not you, set a new one:',
    },
    de: {
      subject: '{house}: Ihr Passwort wurde geändert',
      content:
        'Guten Tag {name},\n\ndas Passwort Ihres Kontos bei {house} wurde geändert, andere Sitzungen wurden beendet. Wenn Sie das nicht waren, legen Sie sofort ein neues fest:',
      sms: '{house}: Ihr Passwort wurde geändert. Waren Sie das nicht, legen Sie ein neues fest:',
    },
    ru: {
      subject: '{house}: ваш пароль изменён',
      content:
        'Здравствуйте, {name}!\n\nПароль вашей учётной записи ({house}) изменён, другие сеансы завершены. Если это были не вы, сразу задайте новый пароль:',
      sms: '{house}: ваш пароль изменён. Если это не вы, задайте новый:',
    },
  },
  passkey_added: {
    tr: {
      subject: '{house}: hesabınıza bir geçiş anahtarı eklendi',
      content:
        'Sayın {name},\n\n{house} hesabınıza yeni bir geçiş anahtarı eklendi. Bu anahtarla parola olmadan giriş yapılır.\n\nBunu siz yapmadıysanız hemen yeni bir parola belirleyiniz; bu, tüm geçiş anahtarlarını siler ve tüm oturumları kapatır:',
      sms: '{house}: hesabınıza geçiş anahtarı eklendi. Siz eklemediyseniz yeni parola belirleyiniz:',
    },
    en: {
      subject: '{house}: a passkey was added to your account',
      content:
        'Hello {name},\n\nA new passkey was added to your account at {house}. Whoever has it can sign in without the password.\n\nIf it was not you, set a new password straight away; that removes all passkeys and signs out everywhere:',
      sms: '{house}: a passkey was added to your account. If it was not you, set a new password:',
    },
    de: {
      subject: '{house}: Ihrem Konto wurde ein Passkey hinzugefügt',
      content:
        'Guten Tag {name},\n\nIhrem Konto bei {house} wurde ein neuer Passkey hinzugefügt. Mit ihm meldet man sich ohne Passwort an.\n\nWenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest; das entfernt alle Passkeys und beendet alle Sitzungen:',
      sms: '{house}: Ihrem Konto wurde ein Passkey hinzugefügt. Waren Sie das nicht, legen Sie ein neues Passwort fest:',
    },
    ru: {
      subject: '{house}: к вашей учётной записи добавлен ключ доступа',
      content:
        'Здравствуйте, {name}!\n\nК вашей учётной записи ({house}) добавлен новый ключ доступа. С ним входят без пароля.\n\nЕсли это были не вы, сразу задайте новый пароль: все ключи доступа будут удалены, все сеансы завершены:',
      sms: '{house}: добавлен ключ доступа. Если это не вы, задайте новый пароль:',
    },
  },
  contact_changed: {
    tr: {
      subject: '{house}: iletişim bilgileriniz değişti',
      content:
        'Sayın {name},\n\n{house} hesabınızın e-posta adresi veya telefon numarası değiştirildi. Yeni bilgilerle parola ancak 7 gün sonra yenilenebilir.\n\nBunu siz yapmadıysanız değişikliği buradan geri alınız:',
      sms: '{house}: hesabınızın iletişim bilgileri değişti. Siz yapmadıysanız geri alınız:',
    },
    en: {
      subject: '{house}: your contact details have changed',
      content:
        'Hello {name},\n\nThe email address or phone number of your account at {house} has been changed. The new details cannot be used to reset your password for 7 days.\n\nIf this was not you, undo the change here:',
      sms: '{house}: your contact details have changed. If it was not you, undo it:',
    },
    de: {
      subject: '{house}: Ihre Kontaktdaten wurden geändert',
      content:
        'Guten Tag {name},\n\ndie E-Mail-Adresse oder Telefonnummer Ihres Kontos bei {house} wurde geändert. Mit den neuen Daten lässt sich das Passwort erst in 7 Tagen zurücksetzen.\n\nWenn Sie das nicht waren, machen Sie die Änderung hier rückgängig:',
      sms: '{house}: Ihre Kontaktdaten wurden geändert. Waren Sie das nicht, machen Sie es rückgängig:',
    },
    ru: {
      subject: '{house}: ваши контактные данные изменены',
      content:
        'Здравствуйте, {name}!\n\nАдрес эл. почты или телефон вашей учётной записи ({house}) изменён. Восстановить пароль с новыми данными можно будет через 7 дней.\n\nЕсли это были не вы, отмените изменение здесь:',
      sms: '{house}: ваши контактные данные изменены. Если это не вы, отмените изменение:',
    },
  },
  /** Someone else changed it: for seven days only the owner's old contact opens the account. */
  contact_changed_for_you: {
    tr: {
      subject: '{house}: iletişim bilgileriniz değişti',
      content:
        'Sayın {name},\n\n{house} hesabınızın e-posta adresi veya telefon numarası bir görevli tarafından değiştirildi. Mesajlar artık yeni adrese veya numaraya gider; parola bağlantıları 7 gün daha buraya gelir.\n\nBunu siz istemediyseniz değişikliği bu süre içinde buradan geri alınız:',
      sms: '{house}: iletişim bilgileriniz bir görevli tarafından değiştirildi. Parola bağlantıları 7 gün daha buraya gelir. Siz istemediyseniz geri alınız:',
    },
    en: {
      subject: '{house}: your contact details have changed',
      content:
        'Hello {name},\n\nA member of staff has changed the email address or phone number of your account at {house}. Messages go to the new one from now on; links for a new password still come here for 7 days.\n\nIf you did not ask for this, undo it here within that time:',
      sms: '{house}: staff have changed your contact details. Password links still come here for 7 days. If you did not ask for this, undo it:',
    },
    de: {
      subject: '{house}: Ihre Kontaktdaten wurden geändert',
      content:
        'Guten Tag {name},\n\njemand vom Personal hat die E-Mail-Adresse oder Telefonnummer Ihres Kontos bei {house} geändert. Nachrichten gehen ab jetzt an die neuen Kontaktdaten; Links für ein neues Passwort kommen noch 7 Tage hierher.\n\nWenn Sie das nicht gewünscht haben, machen Sie es in dieser Zeit hier rückgängig:',
      sms: '{house}: Unser Personal hat Ihre Kontaktdaten geändert. Passwort-Links kommen noch 7 Tage hierher. Falls nicht gewünscht, machen Sie es rückgängig:',
    },
    ru: {
      subject: '{house}: ваши контактные данные изменены',
      content:
        'Здравствуйте, {name}!\n\nСотрудник изменил адрес эл. почты или телефон вашей учётной записи ({house}). Сообщения теперь приходят на новый адрес или номер; ссылки для нового пароля ещё 7 дней приходят сюда.\n\nЕсли вы об этом не просили, отмените изменение здесь в течение этого времени:',
      sms: '{house}: сотрудник изменил ваши контактные данные. Ссылки для пароля ещё 7 дней приходят сюда. Если вы об этом не просили, отмените:',
    },
  },
  account_active: {
    tr: {
      subject: '{house}: hesabınız aktif',
      content: 'Sayın {name},\n\n{house} hesabınız artık aktif. Buradan giriş yapabilirsiniz:',
      sms: '{house}: hesabınız aktif. Giriş yapmak için:',
    },
    en: {
      subject: '{house}: your account is active',
      content: 'Hello {name},\n\n{house} has activated your account. You can sign in here:',
      sms: '{house}: your account is active. Sign in:',
    },
    de: {
      subject: '{house}: Ihr Konto ist freigeschaltet',
      content: 'Guten Tag {name},\n\n{house} hat Ihr Konto freigeschaltet. Hier können Sie sich anmelden:',
      sms: '{house}: Ihr Konto ist freigeschaltet. Anmelden:',
    },
    ru: {
      subject: '{house}: ваша учётная запись активна',
      content: 'Здравствуйте, {name}!\n\nВаша учётная запись активна ({house}). Войти можно здесь:',
      sms: '{house}: учётная запись активна. Вход:',
    },
  },
} as const satisfies Record<string, LetterInAll>
