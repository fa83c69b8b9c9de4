import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Language } from '../../../contract/kernel/constants.ts'
import { DEFAULT_LANGUAGE } from '../../../contract/kernel/constants.ts'
import { id as idField } from '../../../contract/kernel/fields.ts'
import { fileRoutes } from '../../../contract/file.ts'
import { RecordAsked } from '../../../contract/record.ts'
import { enter, parse } from '../../http/enter.ts'
import { busy, no, type Answer } from '../../http/answer.ts'
import { audit } from '../../http/audit.ts'
import { look } from '../../http/look.ts'
import type { Deps } from '../../http/handler.ts'
import type { Origin, Who } from '../../identity/who.ts'
import { RecordTooSlow, wholeRecord } from './record.ts'

/** The most milliseconds for reading; a record of ten thousand rows takes a tenth of that. */
const READ_MS = 15_000

/**
 * A patient's whole record as a file, for those who may see the card, otherwise 404: exactly what the caller may see.
 * Outside the loop, in its order. If anyone but the patient takes it out, that is logged with the format (rule 56).
 */
export function registerRecord(app: FastifyInstance, deps: Deps) {
  const route = fileRoutes.patientRecord
  app.get<{ Params: { id: string }; Querystring: unknown }>(route.path, async (request, reply) =>
    enter(deps, request, reply, route, async ({ who, origin }) => {
      const { format = 'json', lang } = parse(RecordAsked, request.query)
      const id = v.safeParse(idField, request.params.id)
      if (!id.success) return no(404, 'patient_not_found')
      const wait = await deps.limits.spend('upload', who.id)
      if (wait) return no(429, 'too_many_tries', {}, { 'retry-after': String(wait) })
      try {
        return await recordOf(deps, who, origin, { id: id.output, format, lang })
      } catch (error) {
        if (error instanceof RecordTooSlow) return busy()
        throw error
      }
    }),
  )
}

type RecordQuery = { readonly id: string; readonly format: 'json' | 'pdf'; readonly lang: Language | undefined }

async function recordOf(deps: Deps, who: Who, origin: Origin, { id, format, lang }: RecordQuery): Promise<Answer> {
  const found = await look(
    deps,
    'papers',
    { who, origin },
    async (db, write) => {
      const record = await wholeRecord(db, who, id, deps.now(), Date.now() + READ_MS)
      if (!record) return null
      if (id !== who.id)
        await write((file) =>
          audit(file, who, {
            call: 'patient.export',
            object: { table: 'patient', id },
            fields: [format],
            values: null,
            outcome: 'done',
            madeAt: null,
            ip: origin.ip,
          }),
        )
      const own = await db.query<{ lang: Language; zone: string | null }>('select lang, zone from person_row')
      return { record, own: own.rows[0] }
    },
    { isolation: 'repeatable read' },
  )
  if (!found) return no(404, 'patient_not_found')
  const { record, own } = found
  const headers = {
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="bedside-record.${format}"`,
  }
  if (format === 'json')
    return {
      status: 200,
      body: JSON.stringify(record),
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    }
  // loaded with the first export, so that no start waits for the typesetter
  const { recordOnPaper } = await import('./record-paper.ts')
  const paper = await recordOnPaper(record, { lang: lang ?? own?.lang ?? DEFAULT_LANGUAGE, zone: own?.zone ?? null })
  return { status: 200, body: paper, headers: { ...headers, 'content-type': 'application/pdf' } }
}
