import type { FastifyInstance } from 'fastify'
import { Server, type Socket } from 'socket.io'
import { every, guarded } from '../kernel/guarded.ts'
import { adminsRoom, clinicsHeld, clinicsOf, isAdminsRoom } from '../db/held-clinics.ts'
import { readBind } from '../identity/bind.ts'
import { authenticate } from '../identity/session-store.ts'
import type { Who } from '../identity/who.ts'
import { isLetIn, type DemoDoor } from './demo-door.ts'
import type { Deps } from './handler.ts'

const CHECK_EVERY_MS = 60_000
/**
 * Checks in a row that may fail to reach the database before the socket is closed: its session may have ended
 * meanwhile.
 */
const MOST_UNCHECKED = 3
/** TRUST D4: per person. The sixth is refused, so that whoever holds a token cannot push its owner's devices out. */
const MOST_SOCKETS = 5
/** This many are poked at once; more are spread over `SPREAD_MS`, within the second that TRUST G13 allows. */
const FEW = 20
const SPREAD_MS = 800
/** SPEC §7's event: there is something new; the client asks what it is. */
const POKE = 'notify'

/** Its `poke` and `closeSockets` reach only the sockets of this process. */
export type Sockets = Pick<Deps, 'poke' | 'closeSockets'> & {
  /** Pokes all sockets of this process, spread over a second. */
  readonly pokeAll: () => void
  /** How many are open. */
  readonly count: () => number
  readonly close: () => void
}

/**
 * Hints, never the data path (TRUST D14): a client opens a socket with its token, the server puts it in the rooms of
 * its person's keys, and all it ever hears is that there is something to pull. A session that ends closes its sockets
 * at once.
 */
export function openSockets(
  app: FastifyInstance,
  deps: Pick<Deps, 'pool' | 'now'>,
  demoDoor: DemoDoor | null = null,
  // the requests of a polling client go to any process
  transports: ('websocket' | 'polling')[] = ['websocket', 'polling'],
): Sockets {
  let isClosing = false
  const io = new Server(app.server, {
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: 16 * 1024,
    perMessageDeflate: false,
    transports,
    allowRequest: (request, done) => {
      const { origin, host } = request.headers
      const isOurs = origin === undefined || URL.parse(origin)?.host === host
      done(null, !isClosing && isOurs && (!demoDoor || isLetIn(demoDoor, request)))
    },
  })

  io.use((socket, next) => {
    void guarded(app.log, 'socket handshake', async () => {
      const refusal = await letIn(socket)
      next(refusal ? new Error(refusal) : undefined)
    }).then((went) => {
      // cut instead of refused: a refused client does not reconnect by itself, a cut one does
      if (!went) socket.conn.close()
    })
  })

  async function letIn(socket: Socket): Promise<'token_invalid' | 'factor_required' | 'too_many_tries' | null> {
    const who = await holderOf(socket)
    if (!who) return 'token_invalid'
    if (who.mustEnrol) return 'factor_required'
    if ((io.of('/').adapter.rooms.get(`user:${who.id}`)?.size ?? 0) >= MOST_SOCKETS) return 'too_many_tries'
    await socket.join([...who.keys, `session:${who.sessionHash}`])
    await joinClinics(socket, who)
    return null
  }

  /**
   * An admin is poked about the clinics that their device holds; those change as clinics are founded or turn private.
   */
  async function joinClinics(socket: Socket, who: Who) {
    if (who.type !== 'admin') return
    const held = new Set((await clinicsHeld(deps.pool, clinicsOf(socket.handshake.auth['clinics']))).map(adminsRoom))
    for (const room of socket.rooms) if (isAdminsRoom(room) && !held.has(room)) await socket.leave(room)
    await socket.join([...held])
  }

  io.on('connection', (socket) => {
    let unchecked = 0
    const checking = every(CHECK_EVERY_MS, app.log, 'socket check', async () => {
      unchecked++
      const who = unchecked > MOST_UNCHECKED ? null : await holderOf(socket)
      if (who) await joinClinics(socket, who)
      else socket.disconnect(true)
      unchecked = 0
    })
    socket.on('disconnect', () => void checking.stop())
  })

  function holderOf({ handshake }: Socket) {
    const { token, session, unlock } = handshake.auth as Readonly<Record<string, unknown>> // whatever the client sent
    const bind = readBind(handshake.headers.cookie, handshake.secure)
    return typeof token === 'string'
      ? authenticate(deps.pool, { token, session: textOf(session), bind, unlock: textOf(unlock) }, deps.now(), null)
      : null
  }

  const waiting = new Set<string>()
  /** Not all are poked at once, since each then pulls; a socket that is about to be poked is not poked twice. */
  function spread(ids: Iterable<string>) {
    for (const id of ids) {
      if (waiting.has(id)) continue
      waiting.add(id)
      setTimeout(() => {
        waiting.delete(id)
        io.of('/').sockets.get(id)?.emit(POKE)
      }, Math.random() * SPREAD_MS).unref()
    }
  }

  return {
    poke: (rooms) => {
      const { rooms: known } = io.of('/').adapter
      const ids = new Set(rooms.flatMap((room) => [...(known.get(room) ?? [])]))
      if (ids.size > FEW) spread(ids)
      else if (ids.size) io.local.to([...rooms]).emit(POKE)
    },
    pokeAll: () => spread(io.of('/').sockets.keys()),
    closeSockets: (sessionHash) => void io.in(`session:${sessionHash}`).disconnectSockets(true),
    count: () => io.engine.clientsCount,
    // not `io.close`, which would also close the HTTP server
    close: () => {
      isClosing = true
      io.disconnectSockets(true)
      io.engine.close()
    },
  }
}

const textOf = (sent: unknown) => (typeof sent === 'string' ? sent : null)
