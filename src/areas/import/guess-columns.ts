import type { ImportColumn } from '../../../contract/import/import.ts'
import { IMPORT_FIELDS, type ImportField } from '../../../contract/import/import.lists.ts'
import { nameWords } from '../../../contract/kernel/name.rules.ts'

/**
 * What each column is: as the clinic chose it the last time for a column of this name, otherwise by its name in one of
 * our languages. A field is one column's, except the name, which may be in several.
 */
export function guessColumns(head: readonly string[], last: readonly ImportColumn[]): readonly ImportColumn[] {
  const chosen = new Map(last.map((column) => [folded(column.head), column.field]))
  const taken = new Set<ImportField>()
  return head.map((name) => {
    const word = folded(name)
    const field = chosen.has(word) ? chosen.get(word)! : fieldOf(word)
    if (field === null || (field !== 'name' && taken.has(field))) return { head: name, field: null }
    taken.add(field)
    return { head: name, field }
  })
}

/** The columns after one is set by hand: another that had the field loses it. */
export const withField = (
  columns: readonly ImportColumn[],
  at: number,
  field: ImportField | null,
): readonly ImportColumn[] =>
  columns.map((column, n) => {
    if (n === at) return { ...column, field }
    return field !== null && field !== 'name' && column.field === field ? { ...column, field: null } : column
  })

const folded = (head: string) => nameWords(head).plain.join(' ')

const fieldOf = (word: string): ImportField | null => FIELDS.get(word) ?? null

/** The names of columns, in lists. */
const NAMES: Readonly<Record<ImportField, readonly string[]>> = {
  name: [
    'name, full name, patient, patient name, first name, firstname, given name, last name, lastname',
    'surname, family name, ad, adı, soyad, soyadı, ad soyad, adı soyadı, isim, hasta, hasta adı',
    'vorname, nachname, familienname, patientenname, имя, фамилия, отчество, фио, ф и о, пациент',
  ],
  phone: [
    'phone, phone number, telephone, mobile, mobile phone, cell, cell phone, tel, telefon, telefon no',
    'telefon numarası, cep, cep telefonu, gsm, telefonnummer, handy, handynummer, mobil, mobilnummer',
    'rufnummer, телефон, номер телефона, мобильный, мобильный телефон, тел',
  ],
  email: [
    'email, e mail, mail, email address, e posta, eposta, e posta adresi, e mail adresse, почта',
    'эл почта, электронная почта, адрес эл почты',
  ],
  birthDate: [
    'date of birth, birth date, birthdate, birthday, born, dob, doğum tarihi, d tarihi, d t',
    'geburtsdatum, geburtstag, geboren, geb, geb datum, дата рождения, д р',
  ],
  gender: ['gender, sex, cinsiyet, cinsiyeti, geschlecht, пол'],
  identity: [
    'identity, identity number, id number, turkish identity number, tc, t c, tckn, tc no, tc kimlik, tc kimlik no',
    't c kimlik no, t c kimlik numarası, kimlik, kimlik no, kimlik numarası, türkische ausweisnummer',
    'türkische identitätsnummer, identitätsnummer, идентификационный номер, турецкий номер документа',
  ],
  document: [
    'passport, passport number, document, document number, passport or other document number, pasaport, pasaport no',
    'pasaport numarası, pasaport veya başka belge numarası, belge no, pass, passnummer, reisepass, ausweis',
    'ausweisnummer, nummer des passes oder eines anderen ausweises, паспорт, номер паспорта',
    'документ, номер документа, номер паспорта или другого документа',
  ],
  bloodType: ['blood type, blood group, kan grubu, blutgruppe, группа крови'],
  allergies: ['allergies, allergy, alerji, alerjiler, alerjileri, allergien, allergie, аллергия, аллергии'],
  emergencyName: [
    'emergency contact, emergency contact name, acil durum kişisi, acil durumda aranacak kişi, yakını',
    'notfallkontakt, kontaktperson, контактное лицо, экстренный контакт',
  ],
  emergencyPhone: [
    'emergency phone, phone of the emergency contact, acil durum telefonu, acil durum kişisinin telefonu',
    'yakınının telefonu, notfalltelefon, notfallnummer, telefon des notfallkontakts, телефон контактного лица',
    'экстренный телефон',
  ],
  city: ['city, town, şehir, il, ilçe, stadt, ort, wohnort, город'],
}
const FIELDS: ReadonlyMap<string, ImportField> = new Map(
  IMPORT_FIELDS.flatMap((field) =>
    NAMES[field].flatMap((names) => names.split(', ').map((name) => [folded(name), field] as const)),
  ),
)
