import type { Language } from '../../../contract/kernel/constants.ts'

/** Names of invented people, by language. `middle` is a second name (in Russian a patronymic). */
export const NAMES: Readonly<Record<Language, Names>> = {
  tr: {
    female: {
      first:
        list(`Ayşe Fatma Zeynep Elif Şule Çiğdem Özlem Gülşah İrem Işıl Ümmühan Nazlı Hacer Tuğba Şebnem Büşra Meryem Sevgi
        Pınar Yağmur Ebru Filiz Gönül Hülya Kübra Nilüfer Öykü Rüya Sıla Ülkü Defne Duygu Esra Feride Itır Jale Leyla Müge Nurgül Bahar`),
      middle: list(`Nur Gül Naz Ece Su Sultan`),
    },
    male: {
      first:
        list(`Mehmet Ahmet Mustafa Hüseyin İbrahim Ömer Çağatay Gökhan Işık Şükrü Oğuzhan Uğur Ünal Yiğit Kâzım Tolga Barış
        Cem Deniz Emre Ferhat Görkem Halil İlker Kerem Levent Murat Nuri Onur Özgür Rıza Serkan Şahin Tarık Umut Volkan Yılmaz Zafer Bülent Eyüp`),
      middle: list(`Can Ali Kaan Efe Emir Alp`),
    },
    last: pair(`Yılmaz Kaya Demir Şahin Çelik Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan
      Şimşek Polat Korkmaz Çakır Erdoğan Güneş Işık İnan Ünlü Tekin Taş Ağaoğlu Karadeniz Karahasanoğlu Büyüküstün Gündoğdu Bağcı Çağlar
      Dağdelen Erkılıç Göğüş Hızlı Iğdır İnönülü Kıvanç Müftüoğlu Oğuz Pekdemir Sağlam Şengül Türkoğlu Uçar Üstünel Yağcı Zırhlı Uzunçarşılı`),
  },
  de: {
    female: {
      first:
        list(`Anna Maria Ursula Monika Petra Sabine Käthe Bärbel Jördis Änne Rosemarie Brigitte Heike Karin Lieselotte Annegret
        Hannelore Mechthild Friederike Greta Ilse Johanna Katharina Lena Margarethe Neele Ottilie Paula Renate Sophie Theresa Ulrike Veronika
        Wiebke Zoë Hedwig Gülcan Lotte Marlene Swantje`),
      middle: list(`Luise Marie Elisabeth Sophie Helene Charlotte`),
    },
    male: {
      first:
        list(`Karl Hans Jürgen Günther Rüdiger Sören Björn Jörg Wolfgang Klaus Dieter Horst Uwe Karl-Friedrich Hans-Jürgen Matthias
        Sebastian Florian Lukas Jonas Felix Maximilian Götz Henning Ingo Jens Kai Lorenz Moritz Niklas Ole Philipp Rainer Steffen Thorsten
        Ulrich Volker Wilhelm Xaver Friedemann`),
      middle: list(`Maria Johann Peter Ludwig Heinrich Georg`),
    },
    last: pair(`Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder
      Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Krause Köhler Böhm Weiß Groß Strauß Öhlschläger Ärmel
      Übelhör Zwingenberger Schönhuber-Wiedemann Süß Voß Fuß Jäger Königsmann Löwe Mühlbauer Nägele Pfützner Rößler Österreicher Lüdemann
      Hölderle Größler Brückner Wüst Zöller`),
  },
  en: {
    female: {
      first:
        list(`Olivia Amelia Isla Charlotte Siân Chloë Zoë Grace Harriet Imogen Jessica Katherine Lucy Margaret Niamh Olwen Phoebe
        Rosalind Sophie Tabitha Una Victoria Winifred Yvonne Beatrix Daphne Eleanor Frances Gwendolyn Hazel Ivy Josephine Kirsty Lorna
        Maeve Nora Orla Philippa Renée Saoirse`),
      middle: list(`Rose Mae Jane Elizabeth Louise Anne`),
    },
    male: {
      first:
        list(`Oliver George Arthur Harry Noah Jack Theodore Leo Charlie Freddie Alfie Oscar Archie Thomas William James Edward Rhys
        Owain Callum Hamish Duncan Finlay Angus Seán Declan Tobias Rupert Hugo Felix Dominic Benedict Graham Nigel Trevor Clive Stuart
        Geoffrey Malcolm Raymond`),
      middle: list(`John David Michael Robert Henry Lee`),
    },
    last: pair(`Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Robinson Wright Thompson Evans Walker White Roberts Green Hall
      Wood Jackson Clarke Okafor Campbell O’Brien O’Connell MacDonald McAllister Fitzgerald Featherstonehaugh Smythe-Harrington Whittaker
      Brontë Cholmondeley Singh Khan Hughes Edwards Morris Rogers Stewart Murphy Bailey Cooper Richardson Cox Marshall Ellis Adeyemi
      Nguyen Kowalski Pemberton Ashworth`),
  },
  ru: {
    female: {
      first:
        list(`Анна Мария Екатерина Ольга Наталья Татьяна Ирина Елена Светлана Юлия Людмила Галина Вера Надежда Любовь Зинаида Алёна
        Ксения Дарья Полина Софья Варвара Василиса Евгения Жанна Инна Лариса Марина Нина Оксана Раиса Тамара Фаина Эльвира Яна
        Алла Кира Майя Злата`),
      middle: list(
        `Сергеевна Ивановна Петровна Алексеевна Андреевна Фёдоровна Юрьевна Ильинична Дмитриевна Николаевна`,
      ),
    },
    male: {
      first:
        list(`Александр Сергей Дмитрий Алексей Андрей Михаил Иван Максим Артём Никита Пётр Фёдор Юрий Игорь Олег Павел Роман
        Степан Тимофей Ярослав Василий Виктор Владимир Вячеслав Геннадий Георгий Григорий Евгений Захар Илья Кирилл Константин Леонид
        Матвей Николай Семён Эдуард Савелий Глеб Борис`),
      middle: list(`Сергеевич Иванович Петрович Алексеевич Андреевич Фёдорович Юрьевич Ильич Дмитриевич Николаевич`),
    },
    last: inflected(`Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев
      Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин Захаров Зайцев Соловьёв Борисов Яковлев Григорьев
      Романов Воробьёв Сергеев Кузьмин Фролов Александров Дмитриев Королёв Гусев Киселёв Ильин Щербаков Хрущёв Подъячев Жуков Цветков
      Чернышёв Шишкин Ерёмин Юдин`),
  },
}

type GivenNames = { readonly first: readonly string[]; readonly middle: readonly string[] }
type Names = {
  readonly female: GivenNames
  readonly male: GivenNames
  readonly last: { readonly female: readonly string[]; readonly male: readonly string[] }
}

function list(words: string) {
  return words.trim().split(/\s+/)
}

function pair(words: string) {
  return { female: list(words), male: list(words) }
}

/** Russian surnames of the -ov, -ev, -in kind take an -a for women. */
function inflected(words: string) {
  return { female: list(words).map((name) => `${name}а`), male: list(words) }
}
