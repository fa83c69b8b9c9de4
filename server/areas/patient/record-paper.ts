import { allergyState } from '../../../contract/patient/allergy.rules.ts'
import type { Language } from '../../../contract/kernel/constants.ts'
import { DEFAULT_ZONE } from '../../../contract/kernel/constants.ts'
import type { PatientRecord } from '../../../contract/record.ts'
import { sayWhen, wallTime, writeDay } from '../../../contract/kernel/when.ts'
import { daysIn } from '../../paper/care.ts'
import { createPaper, LEFT, RIGHT, SOFT, TOP } from '../../paper/document.ts'
import { moneyIn } from '../payment/words.ts'
import { WORDS } from './record-words.ts'

type Reader = { readonly lang: Language; readonly zone: string | null }
/** One row of a part: its title, its facts in one line, and its longer text. */
type Item = {
  readonly head: string
  readonly facts: readonly (string | null | undefined)[]
  readonly texts: readonly (string | null | undefined)[]
}

/** Sets a patient's record as a PDF, part after part, in the reader's language and zone. */
export async function recordOnPaper(record: PatientRecord, reader: Reader): Promise<Buffer> {
  const words = WORDS[reader.lang]
  const zone = reader.zone ?? record.appointments[0]?.zone ?? DEFAULT_ZONE
  const at = (instant: string) => wallTime(Date.parse(instant), zone)
  const paper = createPaper({ title: words.title, lang: reader.lang })
  let y = paper.flow(words.title, LEFT, TOP, { size: 15, bold: true })
  y = paper.flow(`${words.madeAt}: ${at(record.madeAt)}`, LEFT, y + 2, { size: 9.5, color: SOFT }) + 8
  paper.rule(y)
  y += 14
  for (const [name, value] of cardOf(record, words, zone)) {
    if (!value) continue
    y = paper.room(y, 30)
    paper.write(name, LEFT, y, { color: SOFT })
    y = paper.flow(value, VALUES, y, { width: RIGHT - VALUES }) + 2
  }
  let written = 0
  for (const [head, items] of partsOf(record, reader, at)) {
    y = paper.room(y + 14, 60)
    paper.rule(y)
    y = paper.flow(`${head} (${items.length})`, LEFT, y + 8, { size: 12.5, bold: true }) + 4
    if (items.length === 0) y = paper.flow(words.none, LEFT, y, { color: SOFT })
    for (const { head: title, facts, texts } of items) {
      // lets other requests run while a record of thousands of rows is written
      if (++written % 25 === 0) await new Promise((next) => setImmediate(next))
      y = paper.flow(title, LEFT, paper.room(y, 40), { bold: true })
      const line = facts.filter(Boolean).join('   ·   ')
      if (line) y = paper.flow(line, LEFT, y)
      for (const text of texts) if (text?.trim()) y = paper.flow(text, ITEMS, y, { width: RIGHT - ITEMS, size: 9.5 })
      y += 6
    }
  }
  return paper.end(words.foot)
}

const VALUES = LEFT + 130
const ITEMS = LEFT + 14

type Words = (typeof WORDS)[Language]

function cardOf(
  { patient }: PatientRecord,
  words: Words,
  zone: string,
): readonly (readonly [string, string | null | undefined])[] {
  if (!patient) return []
  return [
    [words.patient, patient.name],
    [words.birthDate, patient.birthDate && writeDay(patient.birthDate)],
    [words.gender, patient.gender && words[patient.gender]],
    [words.phone, patient.phone],
    [words.email, patient.email],
    [words.city, patient.city],
    [words.bloodType, patient.bloodType],
    [words.allergies, allergiesIn(patient, words, zone)],
    [words.emergency, [patient.emergencyName, patient.emergencyPhone].filter(Boolean).join(' · ')],
  ]
}

/** In print too, an empty field is not "none": it says that no one has asked. Null if the reader may not see it. */
function allergiesIn(card: NonNullable<PatientRecord['patient']>, words: Words, zone: string) {
  const state = allergyState(card)
  if (state === 'hidden') return null
  const statement = { listed: card.allergies, none: words.noAllergies, unrecorded: words.notRecorded }[state]
  const by = [card.allergiesBy, card.allergiesAt && wallTime(Date.parse(card.allergiesAt), zone)]
  return [statement, by.filter(Boolean).join(', ')].filter(Boolean).join(' · ')
}

function partsOf(record: PatientRecord, { lang, zone }: Reader, at: (instant: string) => string) {
  const words = WORDS[lang]
  const name = (id: string | null) => (id ? record.names[id] : null)
  const money = (amount: number, currency: Parameters<typeof moneyIn>[2]) => moneyIn(lang, amount, currency)
  const parts: readonly (readonly [string, readonly Item[]])[] = [
    [
      words.appointments,
      record.appointments.map((row) => ({
        head: sayWhen(row, zone),
        facts: [
          name(row.doctorId),
          name(row.clinicId),
          words[row.type],
          words[row.status],
          money(row.price, row.currency),
        ],
        texts: [row.cancelReason, row.patientNote, row.note],
      })),
    ],
    [words.notes, record.notes.map((row) => ({ head: at(row.createdAt), facts: [row.authorName], texts: [row.text] }))],
    [
      words.recipes,
      record.recipes.map((row) => ({
        head: at(row.createdAt),
        facts: [row.doctorName],
        texts: [
          ...row.lines.map((line) =>
            [line.drug, line.dose, line.times, line.days && daysIn(lang, line.days), line.note]
              .filter(Boolean)
              .join(' · '),
          ),
          row.note,
        ],
      })),
    ],
    [
      words.reports,
      record.reports.map((row) => ({
        head: `${at(row.createdAt)} ${row.title}`,
        facts: [row.doctorName, words[row.kind]],
        texts: [
          ...row.lines.map((line) => [line.test, line.value, line.note].filter(Boolean).join(' · ')),
          row.description,
          row.comment,
        ],
      })),
    ],
    [
      words.files,
      record.files.map((row) => ({
        head: row.title,
        facts: [at(row.createdAt), row.authorName, row.type, `${Math.ceil(row.size / 1024)} kB`],
        texts: [],
      })),
    ],
    [
      words.payments,
      record.payments.map((row) => ({
        head: `${at(row.addedAt)} ${money(row.amount, row.currency)}`,
        facts: [
          words[row.type],
          row.status === 'cancelled' ? words.paymentCancelled : words[row.status],
          row.refundStatus !== 'none' && words[row.refundStatus],
          row.reference,
        ].map((fact) => fact || null),
        texts: [],
      })),
    ],
    [
      words.wallets,
      record.wallets.map((row) => ({ head: money(row.balance, row.currency), facts: [name(row.clinicId)], texts: [] })),
    ],
    [
      words.comments,
      record.comments.map((row) => ({
        head: at(row.createdAt),
        facts: [name(row.doctorId), `${row.rate} / 5`],
        texts: [row.content],
      })),
    ],
    [
      words.contacts,
      record.contacts.map((row) => ({ head: at(row.madeAt), facts: [words[row.channel], row.to], texts: [] })),
    ],
  ]
  return parts
}
