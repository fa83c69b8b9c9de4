import type { Language } from '../kernel/constants.ts'
import type { PushData } from './push.ts'

type PushText = { readonly title: string; readonly body: string }

/**
 * What the worker shows for a push: that there is something, never about whom or what (rule 66). The worker has no
 * catalog of its own.
 */
export const PUSH_WORDS: Readonly<Record<Language, Readonly<Record<PushData['event'], PushText>>>> = {
  tr: {
    appointment: { title: 'Randevularınız', body: 'Bir randevunuzla ilgili yenilik var. Açmak için dokununuz.' },
    online_visit: { title: 'Çevrim içi görüşme', body: 'Görüşmede bekleniyorsunuz. Açmak için dokununuz.' },
    visit_soon: { title: 'Çevrim içi görüşme', body: 'Görüşmeniz en geç 10 dakika içinde başlıyor.' },
    payment: { title: 'Ödemeler', body: 'Bir ödemeyle ilgili yenilik var. Açmak için dokununuz.' },
    record: { title: 'Yeni belge', body: 'Sizin için yeni bir belge var. Açmak için dokununuz.' },
    practice: { title: 'Yeni bildirim', body: 'Okunmamış bir bildiriminiz var. Açmak için dokununuz.' },
    calendar: { title: 'Takvimleriniz', body: 'Bağlı bir takvimle ilgilenmeniz gerekiyor.' },
    test: { title: 'Deneme bildirimi', body: 'Bu cihaz bildirim alıyor.' },
  },
  en: {
    appointment: { title: 'Your appointments', body: 'There is news about an appointment. Tap to open it.' },
    online_visit: { title: 'Online appointment', body: 'Someone is waiting for you online. Tap to open it.' },
    visit_soon: { title: 'Online appointment', body: 'Your online appointment starts within 10 minutes.' },
    payment: { title: 'Payments', body: 'There is news about a payment. Tap to open it.' },
    record: { title: 'New document', body: 'There is a new document for you. Tap to open it.' },
    practice: { title: 'New notification', body: 'You have an unread notification. Tap to open it.' },
    calendar: { title: 'Your calendars', body: 'A connected calendar needs your attention.' },
    test: { title: 'Test notification', body: 'This device receives notifications.' },
  },
  de: {
    appointment: { title: 'Ihre Termine', body: 'Es gibt Neues zu einem Termin. Zum Öffnen tippen.' },
    online_visit: {
      title: 'Videosprechstunde',
      body: 'Sie werden in der Videosprechstunde erwartet. Zum Öffnen tippen.',
    },
    visit_soon: { title: 'Videosprechstunde', body: 'Ihre Videosprechstunde beginnt in weniger als 10 Minuten.' },
    payment: { title: 'Zahlungen', body: 'Es gibt Neues zu einer Zahlung. Zum Öffnen tippen.' },
    record: { title: 'Neues Dokument', body: 'Es gibt ein neues Dokument für Sie. Zum Öffnen tippen.' },
    practice: { title: 'Neue Mitteilung', body: 'Sie haben eine ungelesene Mitteilung. Zum Öffnen tippen.' },
    calendar: { title: 'Ihre Kalender', body: 'Ein verbundener Kalender braucht Ihre Aufmerksamkeit.' },
    test: { title: 'Testmitteilung', body: 'Dieses Gerät empfängt Mitteilungen.' },
  },
  ru: {
    appointment: { title: 'Ваши записи', body: 'Есть новости о записи. Нажмите, чтобы открыть.' },
    online_visit: { title: 'Онлайн-приём', body: 'Вас ждут на онлайн-приёме. Нажмите, чтобы открыть.' },
    visit_soon: { title: 'Онлайн-приём', body: 'Онлайн-приём начнётся меньше чем через 10 минут.' },
    payment: { title: 'Платежи', body: 'Есть новости о платеже. Нажмите, чтобы открыть.' },
    record: { title: 'Новый документ', body: 'Для вас есть новый документ. Нажмите, чтобы открыть.' },
    practice: { title: 'Новое уведомление', body: 'У вас есть непрочитанное уведомление. Нажмите, чтобы открыть.' },
    calendar: { title: 'Ваши календари', body: 'Подключённый календарь требует внимания.' },
    test: { title: 'Проверка уведомлений', body: 'Это устройство получает уведомления.' },
  },
}
