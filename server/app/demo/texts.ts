import type { Language } from '../../../contract/kernel/constants.ts'

/** Texts that a clinic's people write, in its language; all invented. */
export type Texts = {
  readonly allergies: readonly string[]
  readonly patientNotes: readonly string[]
  readonly staffNotes: readonly string[]
  /** Reasons for cancelling, by staff and by patients. */
  readonly cancelReasons: readonly string[]
  readonly patientReasons: readonly string[]
}

export const TEXTS: Readonly<Record<Language, Texts>> = {
  tr: {
    allergies: [
      'Penisilin',
      'Aspirin',
      'Lateks',
      'Fıstık',
      'Arı sokması',
      'Polen, ev tozu',
      'İyotlu kontrast madde',
      'Sülfonamid',
    ],
    patientNotes: [
      'Üç gündür öksürüğüm var, geceleri artıyor.',
      'Kontrol için geliyorum.',
      'Tahlil sonuçlarımı yanımda getireceğim.',
      'Sağ dizimde merdiven çıkarken ağrı oluyor.',
      'İlk gelişim; önceki raporlarım var.',
      'İlacım bitiyor, yenilemek istiyorum.',
      'Baş dönmesi ve çarpıntı şikâyetim var.',
      'Çocuğumla birlikte geleceğim.',
      'Tekerlekli sandalye kullanıyorum.',
      'Mümkünse kısa sürsün, işe döneceğim.',
    ],
    staffNotes: [
      'Tansiyon ölçülecek.',
      'Önceki MR görüntüleri istendi.',
      'Aç gelmesi söylendi.',
      'Refakatçi eşi; telefonu kartta.',
      'Sonuçlar laboratuvardan bekleniyor.',
      'Kontrol üç ay sonra.',
      'Sigorta onayı alındı.',
      'Beş dakika geç geleceğini bildirdi.',
      'İşaret dili tercümanı gerekebilir.',
      'Pansuman malzemesi hazırlansın.',
    ],
    cancelReasons: [
      'Doktor rahatsızlandı',
      'Acil ameliyat',
      'Kongre nedeniyle',
      'Cihaz bakımda',
      'Hasta telefonla iptal etti',
    ],
    patientReasons: ['İşten izin alamadım', 'Şehir dışındayım', 'Kendimi daha iyi hissediyorum', 'Başka bir gün uygun'],
  },
  de: {
    allergies: [
      'Penicillin',
      'Acetylsalicylsäure',
      'Latex',
      'Erdnüsse',
      'Wespengift',
      'Birkenpollen',
      'Jodhaltiges Kontrastmittel',
      'Nickel',
    ],
    patientNotes: [
      'Seit drei Tagen Husten, nachts schlimmer.',
      'Ich komme zur Kontrolle.',
      'Ich bringe die Laborwerte mit.',
      'Das rechte Knie schmerzt beim Treppensteigen.',
      'Erster Besuch, frühere Befunde sind vorhanden.',
      'Mein Rezept läuft aus.',
      'Schwindel und Herzklopfen seit letzter Woche.',
      'Ich komme mit meinem Kind.',
      'Ich benutze einen Rollstuhl.',
      'Bitte möglichst pünktlich, ich muss zurück zur Arbeit.',
    ],
    staffNotes: [
      'Blutdruck messen.',
      'Frühere MRT-Bilder angefordert.',
      'Soll nüchtern kommen.',
      'Begleitung durch die Tochter, Nummer auf der Karte.',
      'Laborwerte stehen noch aus.',
      'Kontrolle in drei Monaten.',
      'Überweisung liegt vor.',
      'Kommt fünf Minuten später.',
      'Dolmetscher für Türkisch gewünscht.',
      'Verbandsmaterial bereitlegen.',
    ],
    cancelReasons: [
      'Ärztin erkrankt',
      'Notfall in der Praxis',
      'Fortbildung',
      'Gerät in Wartung',
      'Telefonisch abgesagt',
    ],
    patientReasons: [
      'Keine Freistellung bekommen',
      'Bin verreist',
      'Es geht mir besser',
      'Ein anderer Tag passt besser',
    ],
  },
  en: {
    allergies: [
      'Penicillin',
      'Aspirin',
      'Latex',
      'Peanuts',
      'Wasp stings',
      'Grass pollen',
      'Iodine contrast',
      'Sulfonamides',
    ],
    patientNotes: [
      'A cough for three days, worse at night.',
      'Here for my check-up.',
      'I will bring my blood results.',
      'My right knee hurts on the stairs.',
      'First visit; I have earlier letters with me.',
      'My prescription is running out.',
      'Dizzy spells and palpitations since last week.',
      'I will come with my child.',
      'I use a wheelchair.',
      'Short if possible, I have to get back to work.',
    ],
    staffNotes: [
      'Take blood pressure.',
      'Earlier MRI requested.',
      'Asked to come fasting.',
      'Daughter comes along; her number is on the card.',
      'Blood results still to come.',
      'Review in three months.',
      'Referral letter received.',
      'Rang to say five minutes late.',
      'May need an interpreter.',
      'Prepare dressing material.',
    ],
    cancelReasons: [
      'Doctor is ill',
      'Emergency in theatre',
      'Training day',
      'Equipment being serviced',
      'Cancelled by phone',
    ],
    patientReasons: ['Could not get time off', 'Away from home', 'Feeling better', 'Another day suits me better'],
  },
  ru: {
    allergies: [
      'Пенициллин',
      'Аспирин',
      'Латекс',
      'Арахис',
      'Укусы пчёл',
      'Пыльца берёзы',
      'Йодсодержащий контраст',
      'Сульфаниламиды',
    ],
    patientNotes: [
      'Кашель третий день, ночью сильнее.',
      'Прихожу на контроль.',
      'Анализы возьму с собой.',
      'Болит правое колено при подъёме по лестнице.',
      'Первый приём, прежние выписки есть.',
      'Заканчивается рецепт.',
      'Головокружение и сердцебиение с прошлой недели.',
      'Приду с ребёнком.',
      'Передвигаюсь на коляске.',
      'Если можно, покороче: нужно вернуться на работу.',
    ],
    staffNotes: [
      'Измерить давление.',
      'Запрошены прежние снимки МРТ.',
      'Прийти натощак.',
      'Сопровождает дочь, телефон в карте.',
      'Ждём анализы из лаборатории.',
      'Контроль через три месяца.',
      'Направление получено.',
      'Предупредили об опоздании на пять минут.',
      'Нужен переводчик с турецкого.',
      'Подготовить перевязочный материал.',
    ],
    cancelReasons: ['Врач заболел', 'Экстренная операция', 'Учёба', 'Аппарат на обслуживании', 'Отменено по телефону'],
    patientReasons: ['Не отпустили с работы', 'Нахожусь в отъезде', 'Чувствую себя лучше', 'Удобнее другой день'],
  },
}

/** Doctors' titles by language; dentists have their own. */
export const TITLES: Readonly<Record<Language, readonly string[]>> = {
  tr: ['Uzm. Dr.', 'Doç. Dr.', 'Dr.', 'Prof. Dr.', 'Op. Dr.', 'Uzm. Dr.'],
  de: ['Dr. med.', 'PD Dr. med.', 'Dr. med.', 'Prof. Dr. med.', 'Dr. med. univ.'],
  en: ['Dr', 'Dr', 'Professor', 'Dr'],
  ru: ['Врач', 'К. м. н.', 'Д. м. н.', 'Проф.', 'Врач'],
}

export const DENTIST_TITLES: Readonly<Record<Language, readonly string[]>> = {
  tr: ['Dt.', 'Uzm. Dt.', 'Doç. Dr.'],
  de: ['Dr. med. dent.'],
  en: ['Dr'],
  ru: ['Врач-стоматолог'],
}
