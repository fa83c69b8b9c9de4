import { intlTag, type Language } from '../../contract/kernel/constants.ts'
import { wallOf } from '../../contract/kernel/time.ts'
import { writeDate, writeDay } from '../../contract/kernel/when.ts'
import { createPaper, LEFT, RIGHT, SOFT, TOP } from './document.ts'

/** What every document of a doctor for a patient contains. */
export type CareFacts = {
  readonly lang: Language
  /** Null: outside any clinic. */
  readonly house: string | null
  readonly address: string | null
  readonly phone: string | null
  readonly zone: string
  readonly patient: string
  /** ISO day. */
  readonly birthDate: string | null
  readonly doctor: string
  readonly branch: string | null
  readonly createdAt: string
}
/** A PNG, and its size on the page. Points. */
export type Logo = { readonly png: Buffer; readonly width: number; readonly height: number }

/** An entry of the list: its name, its facts in one line, and more text. */
type Item = { readonly name: string; readonly facts: readonly string[]; readonly note: string }
type Passage = { readonly head: string; readonly text: string }

/** A4 with the clinic's head, the patient, the rows, passages of text, the place to sign. Returns the PDF. */
export async function carePaper(
  facts: CareFacts,
  logo: Logo | null,
  content: {
    readonly title: string
    readonly subtitle?: string
    readonly items: readonly Item[]
    readonly passages: readonly Passage[]
  },
): Promise<Buffer> {
  const words = WORDS[facts.lang]
  const paper = createPaper({ title: content.title, lang: facts.lang })
  const day = writeDate(wallOf(Date.parse(facts.createdAt), facts.zone).date)
  const left = logo ? LEFT + logo.width + 12 : LEFT
  if (logo) paper.picture(logo.png, LEFT, TOP, logo)
  const house = facts.house ?? facts.doctor
  const half = (RIGHT - LEFT) * 0.62 - (left - LEFT)
  let y = paper.flow(house, left, TOP, { size: 15, bold: true, width: half })
  const reached = [facts.address, facts.phone].filter(Boolean).join(' · ')
  if (reached) y = paper.flow(reached, left, y + 1, { size: 9.5, color: SOFT, width: half })
  paper.writeUntil(content.title, RIGHT, TOP, { size: 15, bold: true })
  paper.writeUntil(day, RIGHT, TOP + 22, { size: 9.5, color: SOFT })
  y = Math.max(y, TOP + 36, TOP + (logo?.height ?? 0)) + 12
  paper.rule(y)
  y += 16
  for (const [name, value] of [
    [words.patient, facts.patient],
    [words.birthDate, facts.birthDate && writeDay(facts.birthDate)],
    [words.doctor, facts.doctor],
    [words.branch, facts.branch],
  ] as const) {
    if (!value) continue
    paper.write(name, LEFT, y, { color: SOFT })
    y = paper.flow(value, VALUES, y, { width: RIGHT - VALUES }) + 3
  }
  y += 7
  paper.rule(y)
  y += 18
  if (content.subtitle) y = paper.flow(content.subtitle, LEFT, y, { size: 13, bold: true }) + 8
  content.items.forEach(({ name, facts: details, note }, i) => {
    y = paper.room(y, 48)
    paper.write(`${i + 1}.`, LEFT, y, { bold: true })
    y = paper.flow(name, ITEMS, y, { bold: true, size: 11.5, width: RIGHT - ITEMS })
    const line = details.filter(Boolean).join('   ·   ')
    if (line) y = paper.flow(line, ITEMS, y + 1, { width: RIGHT - ITEMS })
    if (note) y = paper.flow(note, ITEMS, y + 1, { size: 9.5, color: SOFT, width: RIGHT - ITEMS })
    y += 11
  })
  for (const { head, text } of content.passages) {
    if (!text) continue
    y = paper.room(y + 4, 48)
    y = paper.flow(head, LEFT, y, { size: 9.5, color: SOFT })
    y = paper.flow(text, LEFT, y + 1) + 8
  }
  y = paper.room(y + 36, 96)
  const from = RIGHT - 220
  paper.write(words.signature, from, y, { size: 9.5, color: SOFT })
  y = paper.flow(facts.doctor, from, y + 52, { bold: true, width: 220 })
  if (facts.branch) paper.flow(facts.branch, from, y, { size: 9.5, color: SOFT, width: 220 })
  return paper.end(words.made)
}

/** "7 gün", "7 Tage": a number of days as the language writes it. */
export const daysIn = (lang: Language, days: number) =>
  new Intl.NumberFormat(intlTag(lang), { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)

const VALUES = LEFT + 110
const ITEMS = LEFT + 24

const WORDS: Readonly<
  Record<Language, Readonly<Record<'patient' | 'birthDate' | 'doctor' | 'branch' | 'signature' | 'made', string>>>
> = {
  tr: {
    patient: 'Hasta',
    birthDate: 'Doğum tarihi',
    doctor: 'Doktor',
    branch: 'Branş',
    signature: 'Kaşe ve imza',
    made: 'Bu belge elektronik olarak düzenlenmiştir.',
  },
  en: {
    patient: 'Patient',
    birthDate: 'Date of birth',
    doctor: 'Doctor',
    branch: 'Specialty',
    signature: 'Stamp and signature',
    made: 'This document was issued electronically.',
  },
  de: {
    patient: 'Patientin / Patient',
    birthDate: 'Geburtsdatum',
    doctor: 'Ärztin / Arzt',
    branch: 'Fachgebiet',
    signature: 'Stempel und Unterschrift',
    made: 'Dieses Dokument wurde elektronisch erstellt.',
  },
  ru: {
    patient: 'Пациент',
    birthDate: 'Дата рождения',
    doctor: 'Врач',
    branch: 'Специальность',
    signature: 'Печать и подпись',
    made: 'Документ оформлен в электронном виде.',
  },
}
