import { MESSAGE_CODES, type MessageCode } from '../../../contract/kernel/messages.ts'
import { codeWords } from './code-words.ts'
import { refTo } from './share.ts'
import type { Schema } from './schema.ts'

type Response = { readonly description: string; readonly content: Readonly<Record<string, object>> }
type Responses = Readonly<Record<string, Response | { readonly $ref: string }>>

/** Every refusal has one shape (`server/http/answer.ts`). Its further fields depend on the code. */
export const errorSchemas: Readonly<Record<string, Schema>> = {
  Error: {
    type: 'object',
    description: 'A no. `refused` says which; texts are never to be read by a program.',
    properties: {
      status: { type: 'boolean', const: false },
      refused: refTo('Code'),
      fields: {
        description:
          'Of a `bad_input`, which fields are wrong and why; of a `changed_since`, which have been changed meanwhile.',
        anyOf: [
          { type: 'object', additionalProperties: { type: 'string' } },
          { type: 'array', items: { type: 'string' } },
        ],
      },
      seconds: { type: 'number', description: 'When to come back, where there were too many tries.' },
      request: { type: 'string', description: 'Of a fault of the server: what to name when it is reported.' },
    },
    required: ['status', 'refused'],
  },
  Code: { type: 'string', description: 'Why not, by name.', enum: [...MESSAGE_CODES] },
}

/** Refusals whose status does not follow from their name (`server/kernel/refused.ts`). */
const STATUS: Partial<Readonly<Record<MessageCode, number>>> = {
  country_required: 400,
  unauthorized: 403,
  recover_in_app: 403,
  changed_since: 412,
  file_too_large: 413,
  file_incomplete: 425,
}
const statusOf = (code: MessageCode) => STATUS[code] ?? (code.endsWith('_not_found') ? 404 : 409)

/** Refusals that any address may return. */
const anyNo = {
  BadInput: ['The input is not what is asked for.', ['bad_input']],
  SignInNeeded: ['Nobody is signed in, or the session has ended.', ['token_invalid']],
  NotYours: [
    'Not for this kind of person, or not before the second factor is set up.',
    ['unauthorized', 'factor_required'],
  ],
  ChangedSince: ['Somebody else has changed it since it was read.', ['changed_since']],
  TooMany: ['Too many tries; `Retry-After` says when to come back, in seconds.', ['too_many_tries']],
  AnyNo: ['Any other no.', ['server_error', 'busy']],
} as const satisfies Readonly<Record<string, readonly [string, readonly MessageCode[]]>>
type AnyNo = keyof typeof anyNo

export const errorResponses: Readonly<Record<AnyNo, Response>> = Object.fromEntries(
  Object.entries(anyNo).map(([name, [description, codes]]) => [name, noOf(description, codes)]),
) as Record<AnyNo, Response> // Object.fromEntries loses the type of the keys

/**
 * The refusals of an operation: those of its rows by status, each code with its words, and those that all addresses
 * share.
 */
export function noesOf(refusals: readonly MessageCode[], { isOpen }: { readonly isOpen: boolean }): Responses {
  const made: Record<string, Response | { $ref: string }> = {
    '400': any('BadInput'),
    ...(!isOpen && { '401': any('SignInNeeded'), '403': any('NotYours') }),
    '429': any('TooMany'),
    default: any('AnyNo'),
  }
  const byStatus = Map.groupBy(new Set(refusals), (code) => String(statusOf(code)))
  for (const [status, codes] of byStatus) {
    const general = GENERAL[status] ?? []
    made[status] =
      status === '412' ? any('ChangedSince') : noOf(DESCRIPTIONS[status] ?? REFUSED, [...general, ...codes])
  }
  return made
}

/** An example for every code that is used: its words, and the answer. */
export const codeExamples = Object.fromEntries(
  MESSAGE_CODES.map((code) => [code, { summary: codeWords[code], value: { status: false, refused: code } }]),
)

const REFUSED = 'Refused, and nothing is changed.'
const GENERAL: Readonly<Record<string, readonly MessageCode[]>> = { 400: anyNo.BadInput[1], 403: anyNo.NotYours[1] }
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  400: anyNo.BadInput[0],
  403: anyNo.NotYours[0],
  404: 'There is no such record, or none that this person may see.',
  413: 'The file is too large.',
  425: 'Not all of the file has arrived.',
}

const any = (name: AnyNo) => ({ $ref: `#/components/responses/${name}` })

function noOf(description: string, codes: readonly MessageCode[]): Response {
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
  return { description, content: { 'application/json': { schema: refTo('Error'), examples } } }
}
