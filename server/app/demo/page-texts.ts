import type { Language } from '../../../contract/kernel/constants.ts'
import type { PageSection } from '../../../contract/page/page.rules.ts'

type DemoPage = {
  readonly section: PageSection
  readonly place: number
  readonly inMenu: boolean
  readonly published: boolean
  readonly in: Readonly<
    Partial<Record<Language, { readonly title: string; readonly content: string; readonly meta: string }>>
  >
}

/** Invented pages of the public site: complete, half translated, hidden, and not yet published. */
export const PAGES: readonly DemoPage[] = [
  {
    section: 'main',
    place: 1,
    inMenu: true,
    published: true,
    in: {
      tr: {
        title: 'Hakkımızda',
        meta: 'Beş kliniğin hekimlerini tek yerden bulun, yüz yüze ya da online randevu alın.',
        content: `<h2>Biz kimiz?</h2><p>Beş kliniğin hekimlerini <strong>tek bir yerde</strong> buluşturuyoruz. Boş saatleri görür, randevunuzu dakikalar içinde alırsınız.</p><h2>Verileriniz</h2><p>Kayıtlarınızı yalnızca siz ve sizi tedavi edenler görür.</p>`,
      },
      en: {
        title: 'About us',
        meta: 'Find the doctors of five clinics in one place and book a visit, in person or online.',
        content: `<h2>Who we are</h2><p>We bring the doctors of five clinics together <strong>in one place</strong>. You see free times and book within minutes.</p><h2>Your data</h2><p>Your records are seen by you and by those who treat you, and by nobody else.</p>`,
      },
      de: {
        title: 'Über uns',
        meta: 'Ärztinnen und Ärzte aus fünf Häusern an einem Ort: Termine vor Ort oder online.',
        content: `<h2>Wer wir sind</h2><p>Wir bringen die Ärztinnen und Ärzte aus fünf Häusern <strong>an einen Ort</strong>. Sie sehen freie Zeiten und buchen in wenigen Minuten.</p><h2>Ihre Daten</h2><p>Ihre Unterlagen sehen Sie und wer Sie behandelt, sonst niemand.</p>`,
      },
      ru: {
        title: 'О нас',
        meta: 'Врачи пяти клиник в одном месте: запись на очный или онлайн-приём.',
        content: `<h2>Кто мы</h2><p>Мы собрали врачей пяти клиник <strong>в одном месте</strong>. Вы видите свободное время и записываетесь за несколько минут.</p><h2>Ваши данные</h2><p>Ваши записи видите вы и те, кто вас лечит, и больше никто.</p>`,
      },
    },
  },
  {
    section: 'patients',
    place: 1,
    inMenu: true,
    published: true,
    in: {
      tr: {
        title: 'Nasıl randevu alınır?',
        meta: 'Hekim seçin, boş bir saat bulun, onaylayın: üç adımda randevu.',
        content: `<ol><li><p>Branşa, şehre ya da isme göre bir hekim seçin.</p></li><li><p>Boş saatlerden birine dokunun.</p></li><li><p>Kartla, havaleyle ya da klinikte ödeyin.</p></li></ol><p>Yirmi dört saat öncesine kadar ücretsiz iptal edebilirsiniz.</p>`,
      },
      en: {
        title: 'How to book',
        meta: 'Choose a doctor, pick a free time, confirm: an appointment in three steps.',
        content: `<ol><li><p>Choose a doctor by branch, city or name.</p></li><li><p>Tap one of the free times.</p></li><li><p>Pay by card, by transfer or at the clinic.</p></li></ol><p>You can cancel free of charge until twenty-four hours before.</p>`,
      },
      de: {
        title: 'So buchen Sie einen Termin',
        meta: 'Ärztin wählen, freie Zeit antippen, bestätigen: in drei Schritten zum Termin.',
        content: `<ol><li><p>Wählen Sie nach Fachgebiet, Stadt oder Name.</p></li><li><p>Tippen Sie eine freie Zeit an.</p></li><li><p>Zahlen Sie mit Karte, per Überweisung oder vor Ort.</p></li></ol><p>Bis vierundzwanzig Stunden vorher sagen Sie kostenlos ab.</p>`,
      },
    },
  },
  {
    section: 'legal',
    place: 1,
    inMenu: true,
    published: true,
    in: {
      tr: {
        title: 'Çerezler',
        meta: '',
        content: `<p>Yalnızca oturumunuzu açık tutan çerezleri kullanırız. İzleme ve reklam çerezi yoktur.</p>`,
      },
      de: {
        title: 'Cookies',
        meta: '',
        content: `<p>Wir verwenden nur die Cookies, die Ihre Anmeldung offen halten. Es gibt keine zum Verfolgen und keine zum Werben.</p>`,
      },
    },
  },
  {
    section: 'footer',
    place: 5,
    inMenu: false,
    published: false,
    in: {
      tr: {
        title: 'Bizimle çalışın',
        meta: '',
        content: `<p>Hekim ve hemşire arkadaşlar arıyoruz. Metin hazırlanıyor.</p>`,
      },
    },
  },
]
