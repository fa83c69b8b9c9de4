import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MedisoftDoctor } from './medisoft.ts'

/** How the double behaves; all but `well` imitate failures of the real service. */
export type Mood = 'well' | 'down' | 'slow' | 'lying' | 'endless'

/**
 * A TEST DOUBLE of Medisoft, for demo servers and tests: invented doctors over the real protocol, on loopback only. A
 * server with real data never starts it; there MEDISOFT_URL names the real one.
 */
export async function startMedisoftDouble() {
  let mood: Mood = 'well'
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    if (mood === 'slow') return
    if (mood === 'down') return void request.socket.destroy()
    if (request.headers.authorization !== `Bearer ${KEY}` || request.url !== '/doctors') {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': 'application/json', 'x-stand-in': 'medisoft' })
    if (mood === 'lying') return void response.end('<html>Service temporarily unavailable</html>')
    if (mood === 'endless') return pour(response)
    response.end(JSON.stringify({ doctors: DOCTORS }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    key: KEY,
    behave: (next: Mood) => void (mood = next),
    close: async () => {
      for (const response of open) response.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

const KEY = 'stand-in'

function pour(response: ServerResponse) {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(64_000)));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

/**
 * Invented; the second and the last have something the importer must handle: no email address, an unknown specialty.
 */
const DOCTORS: readonly MedisoftDoctor[] = [
  doctor(
    'MS-1001',
    'Uzm. Dr.',
    'Ayberk Toprakçı',
    '+90 532 001 41 01',
    'ayberk.toprakci@medisoft.test',
    'Kardiyoloji',
    'İstanbul',
  ),
  doctor('MS-1002', 'Doç. Dr.', 'Gülfidan Sarıçiçek', '0532 001 41 02', null, 'Nöroloji', 'İstanbul'),
  doctor(
    'MS-1003',
    'Op. Dr.',
    'Ilgaz Demirkıran',
    '+90 532 001 41 03',
    'ilgaz.demirkiran@medisoft.test',
    'Genel cerrahi',
    'Ankara',
  ),
  doctor('MS-1004', 'Dr.', 'Ümran Özışık', '+90 532 001 41 04', 'umran.ozisik@medisoft.test', 'Dermatoloji', 'İzmir'),
  doctor(
    'MS-1005',
    'Prof. Dr.',
    'Çağlar Kızıltuğ',
    '+90 532 001 41 05',
    'caglar.kiziltug@medisoft.test',
    'İç hastalıkları',
    'İstanbul',
  ),
  doctor(
    'MS-1006',
    'Dt.',
    'Şehnaz Akpınarlı',
    '+90 532 001 41 06',
    'sehnaz.akpinarli@medisoft.test',
    'Uzay hekimliği',
    'Bursa',
  ),
]

function doctor(
  ref: string,
  title: string,
  name: string,
  phone: string,
  email: string | null,
  specialty: string,
  city: string,
): MedisoftDoctor {
  return { ref, title, name, phone, email, specialty, city }
}
