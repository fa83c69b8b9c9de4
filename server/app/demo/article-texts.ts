import type { ArticleCategory } from '../../../contract/article/article.rules.ts'
import type { Language } from '../../../contract/kernel/constants.ts'

type Translation = { readonly title: string; readonly content: string; readonly published: boolean }
type DemoArticle = {
  /** The clinic whose doctor wrote it; null for an admin. */
  readonly by: string | null
  readonly category: ArticleCategory
  /** The cover picture (`article-pictures.ts`). */
  readonly picture: 'heart' | 'spine' | 'tooth' | 'screen' | null
  readonly in: Readonly<Partial<Record<Language, Translation>>>
}

/** Invented articles of the doctors who sign in, for patients. The first language is the original. */
export const ARTICLES: readonly DemoArticle[] = [
  {
    by: 'kuzguncuk',
    category: 'prevention',
    picture: 'heart',
    in: {
      tr: {
        title: 'Tansiyon evde nasıl ölçülür?',
        published: true,
        content: `<p>Evde ölçülen tansiyon, muayenehanedekinden çoğu zaman daha doğru bir fikir verir: heyecan yoktur, ölçüm birçok güne yayılır.</p><h2>Ölçmeden önce</h2><ul><li><p>Yarım saat öncesinden çay, kahve ve sigara içmeyin.</p></li><li><p>Beş dakika sırtınızı yaslayarak oturun, konuşmayın.</p></li><li><p>Manşonu <strong>çıplak kola</strong>, kalp hizasında sarın.</p></li></ul><h2>Ne sıklıkla?</h2><p>Bir hafta boyunca sabah ve akşam <strong>ikişer kez</strong> ölçün, arada bir dakika bekleyin. İlk günün değerlerini saymayın.</p><blockquote><p>Ortalama 135/85 ve üzerindeyse randevu alın. Tek bir yüksek değer telaş sebebi değildir.</p></blockquote><p>Daha fazlası: <a href="https://www.who.int/" rel="noopener noreferrer nofollow">Dünya Sağlık Örgütü</a></p>`,
      },
      en: {
        title: 'How to measure your blood pressure at home',
        published: false,
        content: `<p>Readings taken at home are often closer to the truth than those at the practice: there is no excitement, and they are spread over many days.</p><h2>Before you measure</h2><ul><li><p>No tea, coffee or cigarettes for half an hour.</p></li><li><p>Sit with your back supported for five minutes and do not talk.</p></li><li><p>Put the cuff on your <strong>bare arm</strong>, at the height of your heart.</p></li></ul><p>Measure twice in the morning and twice in the evening for a week.</p>`,
      },
    },
  },
  {
    by: 'lindenhof',
    category: 'movement',
    picture: 'spine',
    in: {
      de: {
        title: 'Rückenschmerzen: was wirklich hilft',
        published: true,
        content: `<p>Die meisten Rückenschmerzen gehen von selbst vorbei. <strong>Bewegung ist besser als Bettruhe</strong>, auch wenn es am Anfang zieht.</p><h2>Die ersten Tage</h2><ol><li><p>Bleiben Sie im Alltag so aktiv, wie es geht.</p></li><li><p>Wärme entspannt; ein Kirschkernkissen reicht.</p></li><li><p>Ein Schmerzmittel für wenige Tage ist in Ordnung. Fragen Sie uns, welches zu Ihren anderen Mitteln passt.</p></li></ol><h2>Wann Sie kommen sollten</h2><p>Sofort bei Taubheit im Bein, Schwäche oder wenn Sie das Wasser nicht halten können. Sonst, wenn es nach vier Wochen nicht besser ist.</p>`,
      },
      tr: {
        title: 'Bel ağrısında gerçekten ne işe yarar?',
        published: false,
        content: `<p>Bel ağrılarının çoğu kendiliğinden geçer. <strong>Hareket, yatak istirahatinden iyidir.</strong></p><h2>İlk günler</h2><ol><li><p>Günlük işlerinizi elinizden geldiğince sürdürün.</p></li><li><p>Sıcak uygulama gevşetir.</p></li></ol><p>Bacakta uyuşma ya da güçsüzlük varsa hemen gelin.</p>`,
      },
    },
  },
  {
    by: 'sifa',
    category: 'prevention',
    picture: 'tooth',
    in: {
      tr: {
        title: 'Diş teli takarken ağız bakımı',
        published: true,
        content: `<p>Teller yemek artıklarını tutar; bakım biraz daha uzun sürer ama zor değildir.</p><h2>Her öğünden sonra</h2><ul><li><p>Önce suyla çalkalayın, sonra yumuşak bir fırçayla fırçalayın.</p></li><li><p>Tellerin altını <em>ara yüz fırçasıyla</em> temizleyin.</p></li></ul><h2>Kaçınılacaklar</h2><p>Sakız, sert ekmek kabuğu, karamel. Elmayı ısırmayın, dilimleyin.</p>`,
      },
      ru: {
        title: 'Уход за зубами с брекетами',
        published: true,
        content: `<p>Брекеты задерживают остатки пищи, поэтому уход занимает чуть больше времени.</p><h2>После каждой еды</h2><ul><li><p>Сначала прополощите рот водой, затем почистите зубы мягкой щёткой.</p></li><li><p>Под дугой пройдитесь <em>ёршиком</em>.</p></li></ul><h2>Чего избегать</h2><p>Жевательной резинки, твёрдых корок, ирисок. Яблоко лучше нарезать дольками.</p>`,
      },
    },
  },
  {
    by: 'greenwich',
    category: 'children',
    picture: null,
    in: {
      en: {
        title: 'When a child has a fever',
        published: false,
        content: `<p>A fever is a sign that the body is at work, not an illness by itself. How your child <strong>drinks and plays</strong> tells you more than the number.</p><h2>At home</h2><ul><li><p>Offer small drinks often.</p></li><li><p>Light clothes, a cool room.</p></li><li><p>Paracetamol if your child is in pain; the dose goes by weight.</p></li></ul><h2>Call us today</h2><p>If your baby is under three months, if the fever lasts more than five days, or if you are worried.</p>`,
      },
    },
  },
  {
    by: 'ozel',
    category: 'treatment',
    picture: null,
    in: {
      ru: {
        title: 'Как подготовиться к операции',
        published: true,
        content: `<p>Хорошая подготовка сокращает время в клинике. Возьмите с собой список всех лекарств, которые принимаете.</p><h2>За неделю</h2><p>Сообщите нам о препаратах, разжижающих кровь: <strong>сами их не отменяйте</strong>.</p><h2>Накануне</h2><ul><li><p>Последний приём пищи за шесть часов до операции.</p></li><li><p>Воду можно пить за два часа.</p></li></ul>`,
      },
      tr: {
        title: 'Ameliyata nasıl hazırlanılır?',
        published: false,
        content: `<p>İyi bir hazırlık klinikte kalacağınız süreyi kısaltır. Kullandığınız ilaçların listesini yanınızda getirin.</p><p>Kan sulandırıcıları <strong>kendiliğinizden kesmeyin</strong>.</p>`,
      },
    },
  },
  {
    by: null,
    category: 'news',
    picture: 'screen',
    in: {
      tr: {
        title: 'Online muayeneye nasıl hazırlanılır?',
        published: true,
        content: `<p>Sessiz, ışık alan bir oda ve dolu bir pil: gerisini randevu sayfanız sınar.</p><ol><li><p>On beş dakika önce kapıyı açıp kamera ve mikrofonu deneyin.</p></li><li><p>Şikâyetlerinizi iki üç cümleyle yazın.</p></li><li><p>İlaçlarınızı elinizin altında bulundurun.</p></li></ol>`,
      },
      en: {
        title: 'How to prepare for an online visit',
        published: true,
        content: `<p>A quiet room with light from the front and a full battery: your appointment page tries the rest.</p><ol><li><p>Open the door fifteen minutes early and test camera and microphone.</p></li><li><p>Write down your complaints in two or three sentences.</p></li><li><p>Have your medicines at hand.</p></li></ol>`,
      },
      de: {
        title: 'So bereiten Sie sich auf eine Online-Sprechstunde vor',
        published: true,
        content: `<p>Ein ruhiger Raum mit Licht von vorn und ein voller Akku: Den Rest prüft Ihre Terminseite.</p><ol><li><p>Öffnen Sie die Tür fünfzehn Minuten vorher und testen Sie Kamera und Mikrofon.</p></li><li><p>Schreiben Sie Ihre Beschwerden in zwei, drei Sätzen auf.</p></li><li><p>Legen Sie Ihre Medikamente bereit.</p></li></ol>`,
      },
      ru: {
        title: 'Как подготовиться к онлайн-приёму',
        published: true,
        content: `<p>Тихая комната со светом спереди и заряженная батарея: остальное проверит страница приёма.</p><ol><li><p>Откройте дверь за пятнадцать минут и проверьте камеру и микрофон.</p></li><li><p>Запишите жалобы двумя-тремя предложениями.</p></li><li><p>Держите под рукой свои лекарства.</p></li></ol>`,
      },
    },
  },
]
