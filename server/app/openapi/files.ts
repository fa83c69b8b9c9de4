import type { GenericSchema } from 'valibot'
import { calendarFile } from '../../../contract/calendar-link/calendar-link.ts'
import { fileRoutes, MOST_FILES } from '../../../contract/file.ts'
import type { Role } from '../../../contract/kernel/call.ts'
import { PatientRecord } from '../../../contract/record.ts'
import { noesOf } from './errors.ts'
import { holesOf, parameter, templateOf } from './parameters.ts'
import { exampleOf } from './example.ts'
import { schemaOfInput, schemaOfReply, fieldsOf, type Schema } from './schema.ts'
import { id } from '../../../contract/kernel/fields.ts'
import { signedIn } from './security.ts'

type Name = keyof typeof fileRoutes | 'calendar'
type Route = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly roles: readonly Role[]
  readonly files: string | null
  readonly fields: GenericSchema
  readonly reply: GenericSchema | null
}

/** Multipart bodies, and replies that are bytes; they are outside the loop (contract/file.ts). */
const routes: Readonly<Record<Name, Route>> = { ...fileRoutes, calendar: { ...calendarFile, files: 'file' } }

const summaries: Readonly<Record<Name, string>> = {
  profileImage: 'Upload your photo.',
  clinicImage: 'Upload a clinic’s logo.',
  uploadPictures: 'Upload photos or diplomas of a doctor.',
  proof: 'Upload the slip of a transfer.',
  removePicture: 'Remove a picture.',
  articleUpload: 'Upload a picture into your library for articles.',
  read: 'Read a picture.',
  patientUpload: 'Upload a patient’s file at once.',
  patientPart: 'Upload one part of a patient’s file; answers how much has arrived.',
  patientFile: 'Read a patient’s file.',
  recipePaper: 'Read medication advice as a PDF.',
  reportPaper: 'Read a report as a PDF.',
  patientRecord: 'Read a patient’s whole record, as JSON or as a PDF.',
  calendar: 'Connect a calendar by a file.',
}

/** The media types of routes that reply with bytes. */
const bytes: Readonly<Partial<Record<Name, readonly string[]>>> = {
  read: ['image/*'],
  patientFile: ['application/pdf', 'image/*'],
  recipePaper: ['application/pdf'],
  reportPaper: ['application/pdf'],
  patientRecord: ['application/pdf'],
}

/** Routes that answer conditional requests by ETag. */
const KEPT: ReadonlySet<string> = new Set<Name>(['read'])

const BINARY: Schema = { type: 'string', format: 'binary' }

/** The operations of files, by address and method. */
export function fileOperations() {
  return Object.entries(routes).map(([name, route]) => ({
    path: templateOf(route.path),
    method: route.method.toLowerCase(),
    name: `file.${name}`,
    operation: operationOf(name as Name, route), // the keys of the table
  }))
}

function operationOf(name: Name, route: Route) {
  const body = bodyOf(route)
  const parameters = parametersOf(route)
  return {
    operationId: `file${name[0]!.toUpperCase()}${name.slice(1)}`,
    tags: ['file'],
    summary: summaries[name],
    description: `For: ${route.roles.join(', ')}. In the app without a network: not possible.`,
    security: signedIn,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      '200': { description: 'Done.', content: answerOf(name, route) },
      ...(KEPT.has(name) && { '304': { description: 'Nothing has changed since `If-None-Match`.' } }),
      ...noesOf(route.files || route.method === 'PUT' ? ['not_found', 'file_error', 'file_too_large'] : ['not_found'], {
        isOpen: false,
      }),
    },
    'x-roles': route.roles,
  }
}

function parametersOf({ path, method, fields }: Route) {
  const { properties, required } = fieldsOf(schemaOfInput(fields))
  return [
    ...holesOf(path).map((hole) => parameter(hole, 'path', true, schemaOfInput(id))),
    ...(method === 'POST'
      ? []
      : Object.entries(properties).map(([query, schema]) =>
          parameter(query, 'query', required.includes(query), schema),
        )),
  ]
}

function bodyOf({ method, files, fields }: Route): Readonly<Record<string, object>> | null {
  if (method === 'GET') return null
  if (method === 'PUT') return { 'application/octet-stream': { schema: BINARY } }
  const schema = schemaOfInput(fields)
  if (!files) return { 'application/json': { schema, example: exampleOf(schema) } }
  const { properties, required } = fieldsOf(schema)
  const part = files === 'files' ? { type: 'array', items: BINARY, maxItems: MOST_FILES } : BINARY
  return {
    'multipart/form-data': {
      schema: { type: 'object', properties: { ...properties, [files]: part }, required: [...required, files] },
    },
  }
}

function answerOf(name: Name, { reply }: Route): Readonly<Record<string, object>> {
  const json = name === 'patientRecord' ? PatientRecord : reply
  return {
    ...(json && { 'application/json': { schema: schemaOfReply(json) } }),
    ...Object.fromEntries((bytes[name] ?? []).map((type) => [type, { schema: BINARY }])),
  }
}
