import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ImportField, LineReason } from '../../../contract/import/import.lists.ts'
import type { FileFault } from './read-table.ts'

export const FIELD_WORDS: Readonly<Record<ImportField, MessageDescriptor>> = {
  name: msg`Name`,
  phone: msg`Phone`,
  email: msg`Email`,
  birthDate: msg`Date of birth`,
  gender: msg`Gender`,
  identity: msg`Turkish identity number`,
  document: msg`Passport or other document number`,
  bloodType: msg`Blood type`,
  allergies: msg`Allergies`,
  emergencyName: msg`Emergency contact`,
  emergencyPhone: msg`Phone of the emergency contact`,
  city: msg`City`,
}

/** Why a line is not added, or its patient was not removed. */
export const REASON_WORDS: Readonly<Record<LineReason, MessageDescriptor>> = {
  required: msg`missing`,
  max_length: msg`too long`,
  text: msg`not readable`,
  text_invisible: msg`with an invisible character; type it again`,
  phone: msg`not a phone number; write it like 0532 111 22 33`,
  phone_extension: msg`more than one number; keep one, without an extension`,
  email: msg`not an email address`,
  date: msg`not a day; write it like 31.12.1980`,
  picklist: msg`not one of the possible values`,
  identity_invalid: msg`not a Turkish identity number; numbers of other documents need a column of their own`,
  phone_exists: msg`another patient has it, here or in another clinic; add this patient by hand`,
  email_exists: msg`another patient has it, here or in another clinic; leave it empty or add this patient by hand`,
  patient_exists: msg`This patient is known already; add them by hand to link the record.`,
  stopped: msg`The import ended early, because whoever started it may no longer act for the clinic.`,
  changed: msg`The record was changed after the import.`,
  used: msg`Appointments, payments or other records name this patient.`,
}

export const FILE_WORDS: Readonly<Record<FileFault, MessageDescriptor>> = {
  too_big: msg`The file is larger than 10 MB. Divide it and import the parts one after the other.`,
  no_text: msg`This is not a CSV file. In your spreadsheet choose “Save as” and then CSV.`,
  empty: msg`The file has no lines below its first one, which names the columns.`,
  one_column: msg`The file has only one column. Save it as CSV with commas, semicolons or tabs between the columns.`,
  too_many: msg`The file has more than 20,000 lines. Divide it and import the parts one after the other.`,
  quotes: msg`A quotation mark is opened and never closed. Fix it, or save the file as CSV again.`,
}
