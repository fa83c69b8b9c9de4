/** What a column of a file can be. `document`: the number of a passport or another document than the Turkish one. */
export const IMPORT_FIELDS = [
  'name',
  'phone',
  'email',
  'birthDate',
  'gender',
  'identity',
  'document',
  'bloodType',
  'allergies',
  'emergencyName',
  'emergencyPhone',
  'city',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** `reading`: its lines arrive and are judged; nothing has been added yet. */
export const IMPORT_STATES = ['reading', 'running', 'done', 'undoing', 'undone'] as const

/**
 * `new`: will be added. `same`: the clinic has this patient, or an earlier line is the same one. `bad`: cannot be added
 * as it stands. `done`: added. `gone`: added, and removed by undoing; `kept`: undoing had to leave it.
 */
export const LINE_STATES = ['new', 'same', 'bad', 'done', 'kept', 'gone'] as const
export type LineState = (typeof LINE_STATES)[number]

/** Why a line is bad, by field, or `kept`. */
export const LINE_REASONS = [
  'required',
  'max_length',
  'text',
  'text_invisible',
  'phone',
  'phone_extension',
  'email',
  'date',
  'picklist',
  'identity_invalid',
  // another patient's, of this clinic or of another
  'phone_exists',
  'email_exists',
  'patient_exists',
  // of an import that ended early: whoever started it may no longer act for the clinic
  'stopped',
  // of a patient that undoing left: the card was changed, or something names it
  'changed',
  'used',
] as const
export type LineReason = (typeof LINE_REASONS)[number]

/** A file's lines without its head, and its bytes. */
export const MOST_LINES = 20_000
export const MOST_BYTES = 10 * 1024 * 1024
/** Columns of a file. */
export const MOST_COLUMNS = 100
/** Lines of one call. */
export const LINES_AT_ONCE = 250
/** UTF-16 units of a cell: more than any field takes, so that what is cut off here is refused as too long. */
export const CELL_UNITS = 600
/** Lines a clinic may send in a day: each tells whether the platform knows a phone, an e-mail or an identity number. */
export const LINES_A_DAY = 60_000
/** Days for which an import can be undone; then its lines are deleted. */
export const UNDO_DAYS = 30
