import type { CatalogName } from '../../../contract/catalog/catalog.ts'
import type { BranchKey } from './branches.ts'
import { demoId } from './ids.ts'

/** tr, en, de, ru; an empty one is a missing translation. */
type Word = readonly [tr: string, en: string, de: string, ru: string]

const SYMPTOMS = [
  ['Baş ağrısı', 'Headache', 'Kopfschmerzen', 'Головная боль'],
  ['Ateş', 'Fever', 'Fieber', 'Лихорадка'],
  ['Öksürük', 'Cough', 'Husten', 'Кашель'],
  ['Göğüs ağrısı', 'Chest pain', 'Brustschmerzen', 'Боль в груди'],
  ['Nefes darlığı', 'Shortness of breath', 'Atemnot', 'Одышка'],
  ['Karın ağrısı', 'Abdominal pain', 'Bauchschmerzen', 'Боль в животе'],
  ['Bulantı', 'Nausea', 'Übelkeit', 'Тошнота'],
  ['Baş dönmesi', 'Dizziness', 'Schwindel', 'Головокружение'],
  ['Bel ağrısı', 'Back pain', 'Rückenschmerzen', 'Боль в пояснице'],
  ['Eklem ağrısı', 'Joint pain', 'Gelenkschmerzen', 'Боль в суставах'],
  ['Döküntü', 'Rash', 'Hautausschlag', 'Сыпь'],
  ['Kaşıntı', 'Itching', 'Juckreiz', 'Зуд'],
  ['Yorgunluk', 'Fatigue', 'Müdigkeit', 'Усталость'],
  ['Uykusuzluk', 'Insomnia', 'Schlaflosigkeit', 'Бессонница'],
  ['Çarpıntı', 'Palpitations', 'Herzklopfen', 'Сердцебиение'],
  ['Boğaz ağrısı', 'Sore throat', 'Halsschmerzen', 'Боль в горле'],
  ['Kulak çınlaması', 'Tinnitus', 'Tinnitus', ''],
  ['Bulanık görme', 'Blurred vision', 'Verschwommenes Sehen', 'Нечёткость зрения'],
  ['Diş ağrısı', 'Toothache', 'Zahnschmerzen', 'Зубная боль'],
  ['İştahsızlık', 'Loss of appetite', '', 'Потеря аппетита'],
  ['Kilo kaybı', 'Weight loss', 'Gewichtsverlust', 'Потеря веса'],
  ['Şişlik', 'Swelling', '', ''],
] as const satisfies readonly Word[]

const DISEASES = [
  ['Hipertansiyon', 'Hypertension', 'Bluthochdruck', 'Гипертония'],
  ['Diyabet', 'Diabetes', 'Diabetes', 'Сахарный диабет'],
  ['Astım', 'Asthma', 'Asthma', 'Астма'],
  ['Koroner arter hastalığı', 'Coronary artery disease', 'Koronare Herzkrankheit', 'Ишемическая болезнь сердца'],
  ['Kalp yetmezliği', 'Heart failure', 'Herzinsuffizienz', 'Сердечная недостаточность'],
  ['Ritim bozukluğu', 'Arrhythmia', 'Herzrhythmusstörung', 'Аритмия'],
  ['Reflü', 'Reflux disease', 'Refluxkrankheit', 'Рефлюксная болезнь'],
  ['Tiroit hastalıkları', 'Thyroid disease', 'Schilddrüsenerkrankungen', 'Заболевания щитовидной железы'],
  ['Migren', 'Migraine', 'Migräne', 'Мигрень'],
  ['Epilepsi', 'Epilepsy', 'Epilepsie', 'Эпилепсия'],
  ['Parkinson hastalığı', 'Parkinson’s disease', 'Parkinson-Krankheit', 'Болезнь Паркинсона'],
  ['Depresyon', 'Depression', 'Depression', 'Депрессия'],
  ['Kaygı bozukluğu', 'Anxiety disorder', 'Angststörung', 'Тревожное расстройство'],
  ['Diz kireçlenmesi', 'Osteoarthritis of the knee', 'Kniearthrose', 'Артроз коленного сустава'],
  ['Bel fıtığı', 'Herniated disc', 'Bandscheibenvorfall', 'Грыжа межпозвоночного диска'],
  ['Omuz sıkışması', 'Shoulder impingement', 'Impingement der Schulter', ''],
  ['Egzama', 'Eczema', 'Ekzem', 'Экзема'],
  ['Sedef hastalığı', 'Psoriasis', 'Schuppenflechte', 'Псориаз'],
  ['Akne', 'Acne', 'Akne', 'Акне'],
  ['Sinüzit', 'Sinusitis', 'Sinusitis', 'Синусит'],
  ['Orta kulak iltihabı', 'Middle ear infection', 'Mittelohrentzündung', 'Средний отит'],
  ['Katarakt', 'Cataract', 'Grauer Star', 'Катаракта'],
  ['Glokom', 'Glaucoma', 'Grüner Star', 'Глаукома'],
  ['Polikistik over', 'Polycystic ovary syndrome', 'Polyzystische Ovarien', 'Поликистоз яичников'],
  ['Menopoz şikâyetleri', 'Menopausal complaints', 'Wechseljahresbeschwerden', 'Климактерический синдром'],
  ['Bademcik iltihabı', 'Tonsillitis', 'Mandelentzündung', 'Тонзиллит'],
  ['Çocuklarda alerji', 'Allergy in children', 'Allergien bei Kindern', 'Аллергия у детей'],
  ['Safra kesesi taşı', 'Gallstones', 'Gallensteine', 'Желчнокаменная болезнь'],
  ['Kasık fıtığı', 'Inguinal hernia', 'Leistenbruch', 'Паховая грыжа'],
  ['Diş çürüğü', 'Tooth decay', 'Karies', 'Кариес'],
  ['Diş eti iltihabı', 'Gum disease', 'Zahnfleischentzündung', 'Гингивит'],
  ['Çapraşık dişler', 'Crooked teeth', 'Zahnfehlstellung', 'Неправильный прикус'],
  ['Gut', 'Gout', '', 'Подагра'],
] as const satisfies readonly Word[]

const TREATMENTS = [
  ['Kontrol muayenesi', 'Check-up', 'Vorsorgeuntersuchung', 'Профилактический осмотр'],
  ['Ekokardiyografi', 'Echocardiography', 'Echokardiographie', 'Эхокардиография'],
  ['Efor testi', 'Stress test', 'Belastungs-EKG', 'Нагрузочный тест'],
  ['Kan basıncı izlemi', 'Blood pressure monitoring', 'Langzeit-Blutdruckmessung', 'Мониторинг давления'],
  ['İnsülin tedavisi', 'Insulin therapy', 'Insulintherapie', 'Инсулинотерапия'],
  ['Beslenme danışmanlığı', 'Nutrition counselling', 'Ernährungsberatung', 'Консультация по питанию'],
  ['Aşılama', 'Vaccination', 'Impfung', 'Вакцинация'],
  ['Gelişim takibi', 'Developmental follow-up', 'Entwicklungskontrolle', 'Наблюдение за развитием'],
  ['Gebelik takibi', 'Antenatal care', 'Schwangerschaftsvorsorge', 'Ведение беременности'],
  ['Smear testi', 'Smear test', 'Abstrich', 'Мазок'],
  ['Eklem içi enjeksiyon', 'Joint injection', 'Gelenkinjektion', 'Внутрисуставная инъекция'],
  ['Fizik tedavi', 'Physiotherapy', 'Physiotherapie', 'Физиотерапия'],
  ['Artroskopi', 'Arthroscopy', 'Arthroskopie', 'Артроскопия'],
  ['Fototerapi', 'Phototherapy', 'Lichttherapie', 'Фототерапия'],
  ['Ben taraması', 'Mole check', 'Hautkrebsvorsorge', 'Осмотр родинок'],
  ['İşitme testi', 'Hearing test', 'Hörtest', 'Проверка слуха'],
  ['Endoskopi', 'Endoscopy', 'Endoskopie', 'Эндоскопия'],
  ['Göz tansiyonu ölçümü', 'Eye pressure test', 'Augendruckmessung', 'Измерение глазного давления'],
  ['Katarakt ameliyatı', 'Cataract surgery', 'Staroperation', 'Операция при катаракте'],
  ['EEG', 'EEG', 'EEG', 'ЭЭГ'],
  [
    'Bilişsel davranışçı terapi',
    'Cognitive behavioural therapy',
    'Kognitive Verhaltenstherapie',
    'Когнитивно-поведенческая терапия',
  ],
  ['İlaç tedavisi', 'Medication', 'Medikamentöse Therapie', 'Медикаментозное лечение'],
  ['Ultrason', 'Ultrasound', 'Ultraschall', 'УЗИ'],
  ['Manyetik rezonans', 'MRI', 'Kernspintomographie', 'МРТ'],
  ['Laparoskopi', 'Laparoscopy', 'Laparoskopie', 'Лапароскопия'],
  ['Dolgu', 'Filling', 'Zahnfüllung', 'Пломбирование'],
  ['İmplant', 'Dental implant', 'Zahnimplantat', 'Имплантация'],
  ['Şeffaf plak', 'Clear aligners', 'Zahnschienen', 'Элайнеры'],
  ['Diş taşı temizliği', 'Scaling', '', 'Снятие зубного камня'],
] as const satisfies readonly Word[]

/** What each specialty treats and how, by the Turkish names above, and its doctors' expertise. */
const OF_BRANCH: Readonly<Record<BranchKey, readonly [diseases: string, treatments: string, expertise: Word]>> = {
  general: [
    'Hipertansiyon, Diyabet, Astım, Reflü',
    'Kontrol muayenesi, Aşılama, Kan basıncı izlemi',
    ['Koruyucu hekimlik', 'Preventive medicine', 'Vorsorgemedizin', 'Профилактическая медицина'],
  ],
  internal: [
    'Hipertansiyon, Diyabet, Tiroit hastalıkları, Gut',
    'İnsülin tedavisi, Beslenme danışmanlığı, Ultrason',
    ['Metabolizma hastalıkları', 'Metabolic disease', 'Stoffwechselerkrankungen', 'Болезни обмена веществ'],
  ],
  cardiology: [
    'Hipertansiyon, Koroner arter hastalığı, Kalp yetmezliği, Ritim bozukluğu',
    'Ekokardiyografi, Efor testi, Kan basıncı izlemi',
    [
      'Girişimsel olmayan kardiyoloji',
      'Non-invasive cardiology',
      'Nichtinvasive Kardiologie',
      'Неинвазивная кардиология',
    ],
  ],
  paediatrics: [
    'Astım, Çocuklarda alerji, Bademcik iltihabı, Orta kulak iltihabı',
    'Aşılama, Gelişim takibi, Beslenme danışmanlığı',
    ['Çocuk alerjileri', 'Childhood allergies', 'Allergien im Kindesalter', 'Детская аллергология'],
  ],
  gynaecology: [
    'Polikistik over, Menopoz şikâyetleri',
    'Gebelik takibi, Smear testi, Ultrason',
    ['Riskli gebelikler', 'High-risk pregnancies', 'Risikoschwangerschaften', 'Беременность высокого риска'],
  ],
  orthopaedics: [
    'Diz kireçlenmesi, Bel fıtığı, Omuz sıkışması',
    'Eklem içi enjeksiyon, Fizik tedavi, Artroskopi',
    ['Spor yaralanmaları', 'Sports injuries', 'Sportverletzungen', 'Спортивные травмы'],
  ],
  dermatology: [
    'Egzama, Sedef hastalığı, Akne',
    'Fototerapi, Ben taraması',
    ['Deri kanseri taraması', 'Skin cancer screening', 'Hautkrebs-Screening', 'Скрининг рака кожи'],
  ],
  ent: [
    'Sinüzit, Orta kulak iltihabı, Bademcik iltihabı',
    'İşitme testi, Endoskopi',
    ['Burun ve sinüs cerrahisi', 'Nose and sinus surgery', 'Nasen- und Nebenhöhlenchirurgie', 'Хирургия носа и пазух'],
  ],
  ophthalmology: [
    'Katarakt, Glokom',
    'Göz tansiyonu ölçümü, Katarakt ameliyatı',
    [
      'Ön segment cerrahisi',
      'Anterior segment surgery',
      'Vorderabschnittschirurgie',
      'Хирургия переднего отрезка глаза',
    ],
  ],
  neurology: [
    'Migren, Epilepsi, Parkinson hastalığı',
    'EEG, İlaç tedavisi, Manyetik rezonans',
    ['Baş ağrıları', 'Headache disorders', 'Kopfschmerzerkrankungen', 'Головные боли'],
  ],
  psychiatry: [
    'Depresyon, Kaygı bozukluğu',
    'Bilişsel davranışçı terapi, İlaç tedavisi',
    ['Duygudurum bozuklukları', 'Mood disorders', 'Affektive Störungen', 'Расстройства настроения'],
  ],
  radiology: [
    '',
    'Ultrason, Manyetik rezonans',
    [
      'Kas iskelet görüntüleme',
      'Musculoskeletal imaging',
      'Bildgebung des Bewegungsapparats',
      'Визуализация опорно-двигательного аппарата',
    ],
  ],
  surgery: [
    'Safra kesesi taşı, Kasık fıtığı',
    'Laparoskopi, Endoskopi',
    ['Laparoskopik cerrahi', 'Laparoscopic surgery', 'Laparoskopische Chirurgie', 'Лапароскопическая хирургия'],
  ],
  dentistry: [
    'Diş çürüğü, Diş eti iltihabı',
    'Dolgu, İmplant, Diş taşı temizliği',
    ['Estetik diş hekimliği', 'Aesthetic dentistry', 'Ästhetische Zahnmedizin', 'Эстетическая стоматология'],
  ],
  orthodontics: [
    'Çapraşık dişler',
    'Şeffaf plak',
    ['Erişkin ortodontisi', 'Adult orthodontics', 'Erwachsenen-Kieferorthopädie', 'Ортодонтия взрослых'],
  ],
}

const LISTS: Readonly<Record<CatalogName, readonly Word[]>> = {
  symptom: SYMPTOMS,
  disease: DISEASES,
  treatment: TREATMENTS,
}

/** The rows of one list, the first added first. */
export const wordRows = (table: CatalogName) =>
  LISTS[table].map((word, i) => ({
    id: demoId(table, i + 1),
    name: inLanguages(word),
    created_at: new Date(Date.UTC(2024, 0, 8) + i * 3_600_000).toISOString(),
  }))

/** What a specialty's doctors treat, by id, and their expertise. */
export function workOf(branch: BranchKey) {
  const [diseases, treatments, expertise] = OF_BRANCH[branch]
  return {
    diseases: idsOf('disease', diseases),
    treatments: idsOf('treatment', treatments),
    expertise: inLanguages(expertise),
  }
}

/** A text per language, without the empty ones. */
export const inLanguages = (word: Word) =>
  (['tr', 'en', 'de', 'ru'] as const).flatMap((lang, i) => (word[i] ? [{ lang, value: word[i] }] : []))

function idsOf(table: 'disease' | 'treatment', names: string): string[] {
  return names
    .split(', ')
    .filter(Boolean)
    .map((name) => demoId(table, LISTS[table].findIndex(([tr]) => tr === name) + 1))
}
