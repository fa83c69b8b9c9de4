import type { TableName } from '../../contract/kernel/table-names.ts'

/**
 * Bytes of a row on the wire before compression, as JSON, the mean over the demo set (a file's bytes are not part of
 * its row, and the set has none). If a table becomes wider, find out why before you raise its figure: a desk's device
 * takes thousands of its rows.
 */
export const ROW_WIDTHS: Readonly<Record<Exclude<TableName, 'patient_file'>, number>> = {
  clinic: 3888,
  symptom: 252,
  disease: 271,
  treatment: 276,
  branch: 262,
  email: 137,
  bank: 174,
  doctor: 1962,
  availability: 359,
  busy: 242,
  closure: 202,
  visit_type: 661,
  calendar_link: 366,
  appointment: 1045,
  payment: 824,
  balance_line: 329,
  payment_link: 499,
  patient: 577,
  patient_note: 359,
  recipe: 597,
  report: 625,
  comment: 521,
  article: 967,
  page: 1127,
  video: 246,
  question: 536,
  person: 356,
  notification: 291,
}
