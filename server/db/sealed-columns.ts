import { unsealed, type Unsealed } from './sealing.ts'

/**
 * The columns that hold no plain text (docs/decisions/0097): the one description behind what is encrypted on the way
 * in, what a start encrypts in an older database, and the constraint that refuses anything else. `place`: the column
 * that names the clinic whose key is used.
 */
export const SEALED = {
  appointment: { place: 'clinic_id', columns: { note: 'text', patient_note: 'text', cancel_reason: 'text' } },
  patient: { place: 'clinic_id', columns: { allergies: 'text' } },
  patient_note: { place: 'clinic_id', columns: { text: 'text' } },
  recipe: { place: 'clinic_id', columns: { lines: 'json', note: 'text' } },
  report: { place: 'clinic_id', columns: { title: 'text', lines: 'json', description: 'text', comment: 'text' } },
  /** A patient as a file has them, before they are one. */
  import_line: { place: 'clinic_id', columns: { cells: 'text' } },
  patient_file: { place: 'clinic_id', columns: { title: 'text' } },
  person: { place: 'realm', columns: { identity: 'identity', identity_claimed: 'identity' } },
} as const

export type SealedTable = Exclude<keyof typeof SEALED, 'person'>
export type SealedColumn<T extends SealedTable> = keyof (typeof SEALED)[T]['columns'] & string

/** The text of a record for one of its encrypted columns; null stays null. `clinic` is the record's own. */
export function toColumn<T extends SealedTable>(
  table: T,
  column: SealedColumn<T>,
  { id, clinic }: { readonly id: string; readonly clinic: string | null },
  plain: string | null | undefined,
): Unsealed | string | null {
  if (!plain) return plain ?? null
  const columns: Readonly<Record<string, 'text' | 'json'>> = SEALED[table].columns
  return unsealed(columns[column]!, { place: clinic, context: `${table}.${column} ${id}`, plain }) // a column of that table
}

/** Whether a column of a table is among them. */
export const isSealed = <T extends SealedTable>(table: T, column: string): column is SealedColumn<T> =>
  Object.hasOwn(SEALED[table].columns, column)

/**
 * An identity number as it is stored, compared and searched: within a realm the same number always gives the same text,
 * which no one can compute without the key. `realm`: the private clinic, or null for the platform.
 */
export const toIdentity = <N extends string | null>(realm: string | null, number: N) =>
  (number === null
    ? null
    : unsealed('identity', {
        place: realm,
        context: 'identity',
        plain: number
          .normalize('NFKC')
          .replaceAll(/[\s.-]/g, '')
          .toUpperCase(),
      })) as N extends string ? Unsealed : Unsealed | null

/** A value that is only ever compared: a keyed digest, since someone with a dump could try out the words. */
export const toHash = (digest: string): Unsealed => unsealed('hash', { place: null, context: 'hash', plain: digest })
