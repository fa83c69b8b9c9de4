import { PatientRecord } from '../../../contract/record.ts'
import { FEED_PATH } from '../../../contract/calendar-link/calendar-link.ts'
import { id } from '../../../contract/kernel/fields.ts'
import { noesOf } from './errors.ts'
import { parameter } from './parameters.ts'
import { schemaOfInput, schemaOfReply, type Schema } from './schema.ts'
import { signedIn } from './security.ts'

const yes = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties: { status: { type: 'boolean', const: true }, ...properties },
  required: ['status', ...Object.keys(properties)],
})
const text: Schema = { type: 'string' }
const json = (schema: Schema) => ({ '200': { description: 'Done.', content: { 'application/json': { schema } } } })

const open = (operationId: string, tag: string, summary: string, responses: object) => ({
  operationId,
  tags: [tag],
  summary,
  security: [],
  responses: { ...responses, ...noesOf([], { isOpen: true }) },
})

/**
 * Routes that are neither rows of the contract nor files: the state of the server, a shared calendar, a receipt, one's
 * own data.
 */
export const besideOperations = () => [
  {
    path: '/api/live',
    method: 'get',
    operation: open('serverLive', 'server', 'Read whether the process answers.', json(yes({}))),
  },
  {
    path: '/api/ready',
    method: 'get',
    operation: open('serverReady', 'server', 'Read whether requests can be sent here.', json(yes({}))),
  },
  {
    path: '/api/health',
    method: 'get',
    operation: open(
      'serverHealth',
      'server',
      'Read whether the database answers, which build runs, and the server’s clock.',
      json(yes({ build: { type: 'integer' }, now: text })),
    ),
  },
  {
    path: `${FEED_PATH}/{token}`,
    method: 'get',
    operation: {
      ...open('calendarFeed', 'calendar', 'Read a shared calendar by its secret address.', {
        '200': {
          description: 'The calendar; as a page without `.ics`, or for a browser whose person goes there.',
          content: { 'text/calendar': { schema: text }, 'text/html': { schema: text } },
        },
        '304': { description: 'Nothing has changed since `If-None-Match`.' },
        '404': {
          description: 'It is not shared, or no longer; as a page for a person.',
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Error' } },
            'text/html': { schema: text },
          },
        },
      }),
      parameters: [parameter('token', 'path', true, text)],
    },
  },
  {
    path: '/api/payment/{id}/receipt',
    method: 'get',
    operation: {
      operationId: 'paymentReceipt',
      tags: ['payment'],
      summary: 'Read the receipt of a payment as a PDF.',
      security: signedIn,
      parameters: [parameter('id', 'path', true, schemaOfInput(id))],
      responses: {
        '200': {
          description: 'The receipt.',
          content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
        },
        ...noesOf(['payment_not_found'], { isOpen: false }),
      },
    },
  },
  {
    path: '/api/profile/data',
    method: 'get',
    operation: {
      operationId: 'profileData',
      tags: ['profile'],
      summary: 'Download everything that is kept about you.',
      security: signedIn,
      responses: { ...json(ownData), ...noesOf([], { isOpen: false }) },
    },
  },
]

/** A patient's parts are those of their record; a doctor has a card; everyone has a profile and notifications. */
const rows: Schema = { type: 'array', items: { type: 'object' } }
const recordProperties = schemaOfReply(PatientRecord)['properties'] as Readonly<Record<string, Schema>>
const ownData: Schema = {
  type: 'object',
  properties: {
    ...recordProperties,
    profile: { type: 'object' },
    doctor: { type: 'object' },
    questions: rows,
    notifications: rows,
  },
  required: ['status', 'madeAt', 'profile', 'notifications'],
}
