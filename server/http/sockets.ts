import type { FastifyInstance } from 'fastify'
import { Server } from 'socket.io'
import { readBind } from '../session/bind.ts'
import { whoHolds } from '../session/store.ts'
import type { Deps } from './handler.ts'

const CHECK_EVERY_MS = 60_000
/** SPEC §7's event: there is something new; what it is, the client asks. */
const POKE = 'notify'

export type Sockets = Pick<Deps, 'poke' | 'closeSockets'> & { readonly close: () => Promise<void> }

/**
 * Hints, never the data path (TRUST D14): a socket is opened by hand with the token, the server puts it in the rooms of its
 * person's keys, and all it ever hears is that there is something to pull. A session that ends closes its sockets at once.
 */
export function openSockets(app: FastifyInstance, deps: Pick<Deps, 'pool' | 'now'>): Sockets {
  const io = new Server(app.server, {
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: 16 * 1024,
    perMessageDeflate: false,
    transports: ['websocket', 'polling'],
    allowRequest: ({ headers }, done) =>
      done(null, headers.origin === undefined || URL.parse(headers.origin)?.host === headers.host),
  })
  io.use(async (socket, next) => {
    const { token, session } = socket.handshake.auth as { token?: unknown; session?: unknown } // whatever the client sent
    const bind = readBind(socket.handshake.headers.cookie, socket.handshake.secure)
    const holder = () =>
      typeof token === 'string'
        ? whoHolds(deps.pool, token, typeof session === 'string' ? session : null, bind, deps.now())
        : null
    const who = await holder()
    if (!who) return next(new Error('token_invalid'))
    await socket.join([...who.keys, `session:${who.sessionHash}`])
    const check = setInterval(async () => (await holder()) ?? socket.disconnect(true), CHECK_EVERY_MS)
    socket.on('disconnect', () => clearInterval(check))
    next()
  })
  return {
    poke: (rooms) => void io.to([...rooms]).emit(POKE),
    closeSockets: (sessionHash) => void io.in(`session:${sessionHash}`).disconnectSockets(true),
    close: () => io.close(),
  }
}
