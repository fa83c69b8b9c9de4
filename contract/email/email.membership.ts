import type { LetterInAll } from './email.ts'

/** Messages about where a doctor works. `{house}` is the clinic that invites. */
export const membershipWords = {
  doctor_invited: {
    tr: {
      subject: '{house} sizi davet ediyor',
      content:
        'Sayın {name},\n\n{house} sizinle çalışmak istiyor. Daveti hesabınızda kabul edebilir veya reddedebilirsiniz; siz kabul edene kadar klinik sizinle ilgili hiçbir şey görmez.\n\nBu kliniği tanımıyorsanız bir şey yapmanız gerekmez.',
      sms: '{house} sizi davet ediyor. Yanıtlamak için:',
    },
    en: {
      subject: '{house} invites you',
      content:
        'Hello {name},\n\n{house} would like to work with you. You can accept or decline the invitation in your account; until you accept, the clinic sees nothing about you.\n\nIf you do not know this clinic, you do not need to do anything.',
      sms: '{house} invites you. Answer here:',
    },
    de: {
      subject: '{house} lädt Sie ein',
      content:
        'Guten Tag {name},\n\n{house} möchte mit Ihnen zusammenarbeiten. Sie können die Einladung in Ihrem Konto annehmen oder ablehnen; solange Sie sie nicht annehmen, sieht die Klinik keine Daten von Ihnen.\n\nWenn Sie diese Klinik nicht kennen, brauchen Sie nichts zu tun.',
      sms: '{house} lädt Sie ein. Bitte antworten Sie hier:',
    },
    ru: {
      subject: '{house} приглашает вас',
      content:
        'Здравствуйте, {name}!\n\n{house} хочет работать с вами. Приглашение можно принять или отклонить в вашей учётной записи; до вашего согласия клиника ничего о вас не видит.\n\nЕсли вы не знаете эту клинику, ничего делать не нужно.',
      sms: '{house} приглашает вас. Ответить:',
    },
  },
} as const satisfies Record<string, LetterInAll>
