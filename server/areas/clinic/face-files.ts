import type { FastifyInstance } from 'fastify'
import { LARGEST_PICTURE } from '../../../contract/file.ts'
import { no } from '../../http/answer.ts'
import type { Deps } from '../../http/handler.ts'
import { send } from '../../http/routes.ts'
import { meaningForPayment } from '../../identity/host.ts'
import { copyAt } from '../../ports/files/copies.ts'
import { checkPageCss } from './page-css.ts'

/** A clinic's page CSS and logo, by host and for everyone: the sign-in page shows them before anyone has signed in. */
export function registerFaceFiles(app: FastifyInstance, deps: Deps) {
  app.get('/clinic.css', async (request, reply) => {
    const meaning = await meaningForPayment(deps, request.hostname.toLowerCase())
    const css = meaning.kind === 'clinic' ? await cssOf(deps, meaning.clinic.id) : ''
    // the address contains a version, so the content at one address never changes
    return reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=86400').send(css)
  })

  app.get('/clinic-logo', async (request, reply) => {
    const meaning = await meaningForPayment(deps, request.hostname.toLowerCase())
    const bytes = meaning.kind === 'clinic' && meaning.clinic.logoId ? await logoOf(deps, meaning.clinic.id, 480) : null
    if (!bytes) return send(reply, no(404, 'not_found')) // not the app's page, which answers every address without a file extension
    return reply.type('image/webp').header('cache-control', 'public, max-age=86400').send(bytes)
  })
}

/** The CSS that a page of this clinic gets; empty if it has none, or one that newer rules refuse. */
async function cssOf({ pool }: Pick<Deps, 'pool'>, id: string): Promise<string> {
  const { rows } = await pool.query<{ css: string | null }>('select clinic_css($1) as css', [id])
  return checkPageCss(rows[0]?.css ?? '').css
}

/** The stored logo of an active clinic, as stored, or in the size that pages use; null if there is none. */
export async function logoOf(
  { pool, files }: Pick<Deps, 'pool' | 'files'>,
  id: string,
  size: 480 | 2048 = LARGEST_PICTURE,
): Promise<Buffer | null> {
  const { rows } = await pool.query<{ stored: string }>('select stored from logo_of($1)', [id])
  const [logo] = rows
  if (!logo) return null
  return size === LARGEST_PICTURE ? files.get(logo.stored) : copyAt(files, logo.stored, size)
}
