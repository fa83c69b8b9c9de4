import { memo, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { openLine, type LineOptions } from './line.ts'
import type { Peer } from './peer.ts'
import { toRow, type Row, type WireRow } from './row.ts'

/** How long a queue rests before it is sent, in ms, as for Bedside in the same question. */
const REST = 4_000
const NAME = 'peer'
/** Rows stored at once. */
const PART = 1_000

/** What the bench calls in a peer's page; all times are ms of the page's clock. */
export type PeerPage = {
  /** Resolves once everything is on the device. */
  readonly firstSync: (line: LineOptions) => Promise<{ whole: number; rows: number }>
  /** Makes so many notes without a network, then sends them; resolves once the server has accepted all. */
  readonly replay: (count: number, line: LineOptions) => Promise<number>
  /** Stores copies of a visit at these times. */
  readonly lay: (pattern: WireRow, times: readonly Time[]) => Promise<number>
}

type Time = { readonly start: string; readonly end: string; readonly status?: string }

/**
 * The page of this peer. With `week` or `day` in its address, as `from,to,doctor`, it is an app that shows it, like an
 * installed one.
 */
export async function run(peer: Peer) {
  if ('serviceWorker' in navigator && location.hostname === 'localhost') void navigator.serviceWorker.register('/sw.js')
  const query = new URLSearchParams(location.search)
  const requested = query.get('week') ?? query.get('day')
  const opened = peer.open(NAME)
  if (requested !== null) {
    const [from = '', to = '', doctorId = ''] = requested.split(',')
    await opened
    const View = query.has('week') ? Week : Day
    const root = createRoot(document.querySelector('main')!)
    root.render(<View peer={peer} range={{ from, to, doctorId }} />)
    return
  }
  const page: PeerPage = {
    firstSync: async (line) => {
      await opened
      const begun = performance.now()
      await peer.fill(openLine(line))
      return { whole: performance.now() - begun, rows: await peer.count() }
    },
    replay: async (count, line) => {
      for (const row of await peer.waiting(count)) await peer.change(row, `peer ${Math.random()}`)
      await new Promise((done) => setTimeout(done, REST))
      const begun = performance.now()
      await peer.send(openLine(line))
      const took = performance.now() - begun
      await peer.takeBack(openLine({ ...line, trip: 0, lose: 0 }))
      if (await peer.left()) throw new Error('not all changes were taken')
      return took
    },
    lay: async (pattern, times) => {
      await opened
      for (let from = 0; from < times.length; from += PART)
        await peer.lay(
          times
            .slice(from, from + PART)
            .map((time) => toRow('appointment', { ...pattern, ...time, id: crypto.randomUUID() })),
        )
      return peer.count()
    },
  }
  Object.assign(globalThis, { peer: () => opened.then(() => page) })
}

type View = { readonly peer: Peer; readonly range: Parameters<Peer['watch']>[0] }

function useRows({ peer, range }: View) {
  const [rows, setRows] = useState<readonly Row[]>([])
  useEffect(() => peer.watch(range, setRows), [peer, range])
  return rows
}

/** Seven columns with visits placed by time. */
function Week(view: View) {
  const rows = useRows(view)
  return (
    <div className="week">
      {rows.map((row) => (
        <Place key={row.key} row={row} />
      ))}
    </div>
  )
}

const Place = memo(({ row }: { readonly row: Row }) => {
  const at = new Date(row.start)
  const top = at.getUTCHours() * 60 + at.getUTCMinutes()
  const left = `${(((at.getUTCDay() + 6) % 7) * 100) / 7}%`
  return (
    <a className="week-place" href={`#${row.id}`} style={{ position: 'absolute', top, left, width: '14%' }}>
      {at.toLocaleTimeString('en', { timeStyle: 'short' })} {String(row.body['patientName'])}
    </a>
  )
})

/** A table of a day; each visit has a button that changes it. */
function Day(view: View) {
  const rows = useRows(view)
  return (
    <table>
      <tbody>
        {rows.map((row) => (
          <Line key={row.key} row={row} peer={view.peer} />
        ))}
      </tbody>
    </table>
  )
}

const Line = memo(
  ({ row, peer }: { readonly row: Row; readonly peer: Peer }) => (
    <tr>
      <td>{new Date(row.start).toLocaleTimeString('en', { timeStyle: 'short' })}</td>
      <td>{String(row.body['patientName'])}</td>
      <td>{row.status}</td>
      <td>{row.note}</td>
      <td>
        <button onClick={() => void peer.change(row, row.note === 'in' ? 'out' : 'in')}>Check in</button>
      </td>
    </tr>
  ),
  (before, after) => before.row.version === after.row.version && before.row.note === after.row.note,
)
