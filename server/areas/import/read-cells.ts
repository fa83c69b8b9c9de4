import * as v from 'valibot'
import type { Parsed } from '../../../contract/calls.ts'
import { readBloodType, readDay, readGender } from '../../../contract/import/cell.rules.ts'
import type { Cells, ImportLine } from '../../../contract/import/import.ts'
import { LINE_REASONS, type ImportField, type LineReason } from '../../../contract/import/import.lists.ts'
import { readIdentityNumber } from '../../../contract/kernel/identity.rules.ts'
import { patientCalls } from '../../../contract/patient/patient.ts'
import { badFields } from '../../http/answer.ts'
import { phoneToKeep } from '../../kernel/phone.ts'
import { Refused } from '../../kernel/refused.ts'

/** A line as `patient.add` takes it, with its phone in E.164; or what is wrong with it. */
export type ReadLine =
  | { readonly patient: Omit<Parsed<'patient.add'>, 'id'>; readonly faults: readonly [] }
  | { readonly patient: null; readonly faults: ImportLine['faults'] }

/** Reads a line's cells by the rules of a form. `zone`: the clinic's, for phones without a country code. */
export function readCells(cells: Cells, zone: string | null): ReadLine {
  const given = (field: ImportField) => cells[field]?.trim() || null
  const [birthDate, gender, bloodType] = [given('birthDate'), given('gender'), given('bloodType')]
  const [identity, document] = [given('identity'), given('document')]
  const faults: ImportLine['faults'] = []
  const wrong = (field: ImportField, reason: LineReason) => {
    if (!faults.some((fault) => fault.field === field)) faults.push({ field, reason })
  }
  const read = v.safeParse(Line, {
    name: given('name') ?? '',
    phone: given('phone') ?? '',
    email: given('email'),
    // what cannot be read stays as it was typed, and the schema refuses it
    birthDate: birthDate && (readDay(birthDate) ?? birthDate),
    gender: gender && (readGender(gender) ?? gender),
    bloodType: bloodType && (readBloodType(bloodType) ?? bloodType),
    allergies: given('allergies'),
    emergencyName: given('emergencyName'),
    emergencyPhone: given('emergencyPhone'),
    city: given('city'),
    identity: identity ?? document,
    nonCitizen: !identity && document !== null,
  })
  if (!given('phone')) wrong('phone', 'required')
  if (!read.success)
    for (const [name, reason] of Object.entries(badFields(read.issues).fields)) {
      const field = name === 'identity' && !identity ? 'document' : (name as ImportField) // fields of `Line`
      wrong(field, reasonOf(reason))
    }
  const kept = { phone: '', emergencyPhone: '' }
  for (const field of ['phone', 'emergencyPhone'] as const) {
    const typed = given(field)
    if (!typed || faults.some((fault) => fault.field === field)) continue
    try {
      kept[field] = phoneToKeep(typed, zone)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { fields } = error.details as { fields: { phone: 'phone' | 'phone_extension' } } // what it throws
      wrong(field, fields.phone)
    }
  }
  if (identity && !readIdentityNumber(identity)) wrong('identity', 'identity_invalid')
  if (!read.success || faults.length) return { patient: null, faults }
  return { patient: { ...read.output, phone: kept.phone, emergencyPhone: kept.emergencyPhone || null }, faults: [] }
}

const Line = v.omit(patientCalls['patient.add'].input, ['id'])

/** The words that a fault of the schema is shown with. */
function reasonOf(issue: string): LineReason {
  if (issue === 'iso_date') return 'date'
  if (issue === 'union') return 'phone' // of the emergency contact: empty, or a phone
  return LINE_REASONS.find((reason) => reason === issue) ?? 'text'
}
