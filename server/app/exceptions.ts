import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { BUILD, OLDEST_BUILD } from '../../contract/kernel/constants.ts'
import { registerFeed } from '../areas/calendar-link/feed.ts'
import { registerCalendarFile } from '../areas/calendar-link/file.ts'
import { registerFileRoutes } from '../areas/file/routes.ts'
import { registerFaceFiles } from '../areas/clinic/face-files.ts'
import { registerManifest } from '../areas/clinic/manifest.ts'
import { registerOutbox } from '../areas/message/outbox.ts'
import { registerPatientFiles } from '../areas/patient/file-routes.ts'
import { registerRecord } from '../areas/patient/record-route.ts'
import { registerPaymentRoutes } from '../areas/transaction/routes.ts'
import { registerOwnData } from '../areas/profile/data.ts'
import { registerPapers } from '../areas/report/paper-route.ts'
import { registerBatch } from '../sync/batch.ts'
import { registerPull, registerUnknown } from '../sync/routes.ts'
import { busy, no } from '../http/answer.ts'
import type { Deps } from '../http/handler.ts'
import { registerSignInPages } from './sign-in-page/route.ts'
import { elsewhere } from './elsewhere.ts'
import { registerDocs } from './openapi/explorer.ts'
import { registerSite } from './site/route.ts'
import { send } from '../http/routes.ts'

/**
 * Everything that is not a row of the contract: health, the contract as OpenAPI, pull and batch (they carry rows and
 * calls of all kinds), pictures, papers and calendar files (multipart bodies and bytes), shared calendars, the manifest
 * and icons by host, the public pages, and the app's own files.
 */
export async function registerExceptions(app: FastifyInstance, deps: Deps, dist: string | null) {
  app.addHook('onRequest', async (request, reply) => {
    const build = request.headers['bedside-build']
    if (typeof build === 'string' && Number(build) < OLDEST_BUILD)
      await send(reply, no(426, 'app_too_old', { build: BUILD }))
    // the app is newer than this server, as after a rollback: it waits, and keeps its changes
    else if (typeof build === 'string' && Number(build) > BUILD) await send(reply, busy(30))
  })
  // for the supervisor that restarts a hanging process; an absent database is not a reason to restart
  app.get('/api/live', async () => ({ status: true }))
  // for the proxy that sends requests here: not before the database answers, nor once the process ends (registerStop
  // answers 503 then)
  app.get('/api/ready', async () => {
    await deps.pool.query('select 1')
    return { status: true }
  })
  app.get('/api/health', async () => {
    await deps.pool.query('select 1')
    return { status: true, build: BUILD, now: new Date(deps.now()).toISOString() }
  })
  registerDocs(app)
  registerPull(app, deps)
  registerUnknown(app, deps)
  registerBatch(app, deps)
  registerManifest(app, deps)
  registerOwnData(app, deps)
  registerFaceFiles(app, deps)
  registerOutbox(app, deps)
  await registerPaymentRoutes(app, deps)
  await registerFileRoutes(app, deps)
  await registerPatientFiles(app, deps)
  registerPapers(app, deps)
  registerRecord(app, deps)
  await registerCalendarFile(app, deps)
  registerFeed(app, deps)
  // before the app's files, since both have a page at `/`
  await registerSite(app, deps, dist)
  if (dist) await registerFiles(app, dist)
  if (dist) await registerSignInPages(app, deps, dist)
  app.setNotFoundHandler(async (request, reply) => {
    if (!METHODS.includes(request.method))
      return send(reply, no(405, 'bad_input', { fields: {} }, { allow: METHODS.join(', ') }))
    // no address of the app has a dot in its last part, so this one names a file, perhaps one an editor left behind
    const path = request.url.split('?', 1)[0]!
    const isFile = path.slice(path.lastIndexOf('/')).includes('.')
    const isPage = dist && request.method === 'GET' && !path.startsWith('/api') && !isFile
    if (!isPage) return send(reply, no(404, 'not_found'))
    const to = await elsewhere(deps, request)
    if (to) return reply.header('cache-control', 'no-store').redirect(to, 302)
    // compressed as stored next to the page; most of it is the import map
    return reply.sendFile('index.html')
  })
}

/** The methods used here; no address accepts any other. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

async function registerFiles(app: FastifyInstance, dist: string) {
  await app.register(fastifyStatic, {
    root: dist,
    preCompressed: true,
    wildcard: false,
    index: ['index.html'],
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
