import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import * as v from 'valibot'
import { DEFAULT_LANGUAGE, DEFAULT_ZONE, type Language } from '../../../contract/kernel/constants.ts'
import { id as idField } from '../../../contract/kernel/fields.ts'
import { fileRoutes, PaperLanguage } from '../../../contract/file.ts'
import type { Recipe } from '../../../contract/recipe/recipe.ts'
import type { Report } from '../../../contract/report/report.ts'
import { logoOf } from '../clinic/face-files.ts'
import { enter, parse } from '../../http/enter.ts'
import { no, type Answer } from '../../http/answer.ts'
import { audit } from '../../http/audit.ts'
import { look } from '../../http/look.ts'
import type { Deps } from '../../http/handler.ts'
import type { Origin, Who } from '../../identity/who.ts'
import type { CareFacts, Logo } from '../../paper/care.ts'

/**
 * Recipes and reports as PDFs, for those who may see them, otherwise 404. Outside the loop, in its order. If anyone but
 * the patient opens one, that is logged (rule 56).
 */
export function registerPapers(app: FastifyInstance, deps: Deps) {
  for (const kind of ['recipe', 'report'] as const) {
    const route = fileRoutes[`${kind}Paper`]
    app.get<{ Params: { id: string }; Querystring: unknown }>(route.path, async (request, reply) =>
      enter(deps, request, reply, route, async ({ who, origin }) => {
        const { lang } = parse(PaperLanguage, request.query)
        const id = v.safeParse(idField, request.params.id)
        return id.success ? paperOf(deps, who, origin, { kind, id: id.output, lang }) : no(404, 'not_found')
      }),
    )
  }
}

async function paperOf(
  deps: Deps,
  who: Who,
  origin: Origin,
  { kind, id, lang }: { readonly kind: Found['kind']; readonly id: string; readonly lang: Language | undefined },
): Promise<Answer> {
  const found = await look(deps, 'papers', { who, origin }, async (db, write) => {
    const { rows } = await db.query<Found>(FACTS, [id, kind, lang ?? null, DEFAULT_LANGUAGE, DEFAULT_ZONE])
    const [paper] = rows
    if (paper && paper.patientId !== who.id)
      await write((printed) =>
        audit(printed, who, {
          call: `${kind}.paper`,
          object: { table: kind, id },
          fields: [],
          values: null,
          outcome: 'done',
          madeAt: null,
          ip: origin.ip,
        }),
      )
    return paper
  })
  if (!found) return no(404, 'not_found')
  const logo = found.clinicId ? await logoFor(deps, found.clinicId) : null
  return {
    status: 200,
    body: await draw(found, logo),
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${kind}-${id.slice(-8)}.pdf"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
    },
  }
}

/** As high as two lines of the head; PDFs take no WebP. Null if there is none that can be drawn. */
async function logoFor(deps: Deps, clinicId: string): Promise<Logo | null> {
  const bytes = await logoOf(deps, clinicId)
  if (!bytes) return null
  const { data, info } = await sharp(bytes)
    .resize({ width: 130 * DOTS, height: 40 * DOTS, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width / DOTS, height: info.height / DOTS }
}
/** Of a picture, in each point of the paper. */
const DOTS = 3

type Found = CareFacts & { readonly patientId: string; readonly clinicId: string | null } & (
    | { readonly kind: 'recipe'; readonly content: Pick<Recipe, 'lines' | 'note'> }
    | {
        readonly kind: 'report'
        readonly content: Pick<Report, 'kind' | 'title' | 'lines' | 'description' | 'comment'>
      }
  )

/** Loaded with the first paper: a start need not wait for what sets them. */
async function draw(found: Found, logo: Logo | null): Promise<Buffer> {
  if (found.kind === 'recipe')
    return (await import('../recipe/paper.ts')).recipeOnPaper({ ...found, ...found.content }, logo)
  return (await import('./paper.ts')).reportOnPaper({ ...found, ...found.content }, logo)
}

const FACTS = `select r.kind, r.content, r."patientId", r."clinicId", r."doctorName" as doctor, r."createdAt", coalesce($3, w.lang, $4) as lang,
    c.name as house, nullif(concat_ws(', ', nullif(c.address, ''), c.city), '') as address, c.phone, coalesce(c.zone, $5) as zone,
    p.name as patient, p."birthDate",
    coalesce((select t ->> 'value' from jsonb_array_elements(b.name) t where t ->> 'lang' = coalesce($3, w.lang, $4)),
             (select t ->> 'value' from jsonb_array_elements(b.name) t where t ->> 'lang' = $4), b.name -> 0 ->> 'value') as branch
  from (select 'recipe' as kind, "patientId", "clinicId", "doctorId", "doctorName", "createdAt", to_jsonb(x) as content
          from recipe_row x where id = $1 and $2 = 'recipe'
        union all
        select 'report', "patientId", "clinicId", "doctorId", "doctorName", "createdAt", to_jsonb(x)
          from report_row x where id = $1 and $2 = 'report') r
  left join clinic c on c.id = r."clinicId" left join patient_row p on p.id = r."patientId" left join person w on w.id = r."patientId"
  left join doctor_row d on d.id = r."doctorId" left join branch b on b.id = d."branchId"`
