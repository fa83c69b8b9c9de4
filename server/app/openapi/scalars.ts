import * as v from 'valibot'
import { APPOINTMENT_TYPES } from '../../../contract/appointment/appointment.lists.ts'
import { CatalogEntry } from '../../../contract/catalog/catalog.ts'
import {
  currency,
  dateInt,
  id,
  instant,
  isoDay,
  language,
  money,
  timeInt,
  visitMinutes,
} from '../../../contract/kernel/fields.ts'
import { schemaOfInput, schemaOfRowReply, type Schema } from './schema.ts'

type Scalar = {
  readonly name: string
  readonly schema: Schema
  readonly description: string
  readonly example?: unknown
}

const scalar = (name: string, schema: v.GenericSchema, description: string, example: unknown): Scalar => ({
  name,
  schema: schemaOfInput(schema),
  description,
  example,
})

/** Schemas whose own name says more than their field's. */
const scalars: readonly Scalar[] = [
  scalar('Id', id, 'The id of a record: a UUID in lower case.', '0198f6b0-5c1e-7a3b-9d2e-4f60718293a4'),
  scalar('Instant', instant, 'An instant in UTC, ISO 8601 with `Z`.', '2026-12-01T09:00:00Z'),
  scalar('DateInt', dateInt, 'A calendar day as the integer YYYYMMDD.', 20261201),
  scalar('IsoDay', isoDay, 'A calendar day as YYYY-MM-DD.', '1990-05-17'),
  scalar('TimeInt', timeInt, 'A wall-clock time as the integer HHmm.', 930),
  scalar('VisitMinutes', visitMinutes, 'How long an appointment takes, in minutes.', 30),
  scalar('Money', money, 'An amount in minor units (kuruş, cents, pence).', 150_000),
  scalar('Currency', currency, 'The currency of an amount.', 'try'),
  scalar('Language', language, 'A language of the app.', 'en'),
  scalar('AppointmentType', v.picklist(APPOINTMENT_TYPES), 'Where an appointment takes place.', 'face-to-face'),
  {
    name: 'CatalogEntry',
    schema: schemaOfRowReply(CatalogEntry),
    description: 'A symptom, a disease or a treatment, by its name in each language.',
  },
]

const byText = new Map(scalars.map((its) => [JSON.stringify(its.schema), its]))

/** What is known about a schema by its content, wherever it is used. */
export const scalarOf = (schema: Schema): Scalar | undefined => byText.get(JSON.stringify(schema))
