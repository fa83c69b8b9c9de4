import type { AddressInfo } from 'node:net'
import { DEMO_PASSWORD, signIns } from './demo/sign-ins.ts'
import type { Settings } from './settings.ts'

/** The lines printed when the server is ready: its address and, with demo data, who can sign in where. */
export function welcome(
  address: AddressInfo | string | null,
  settings: Settings,
  demo: 'small' | 'large' | null,
  setUp: string | null,
): string {
  const port = typeof address === 'object' && address ? address.port : settings.PORT
  const lines = [`Bedside is ready on ${settings.PUBLIC_URL ?? `http://localhost:${port}`}`]
  if (setUp)
    lines.push(
      `No one is here yet. Create the first superadmin, once, at ${settings.PUBLIC_URL ?? `http://localhost:${port}`}/setup#${setUp}`,
    )
  if (demo) {
    lines.push(`Demo data (${demo}): everyone in it is invented. Password of all: ${DEMO_PASSWORD}`)
    lines.push(`Mail and SMS go nowhere: they lie at http://localhost:${port}/dev/outbox`)
    const rows = signIns().map((each) => [`http://${each.host}:${port}`, each.who, each.username])
    const widths = [0, 1, 2].map((i) => Math.max(...rows.map((row) => row[i]!.length)))
    lines.push(...rows.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')}`))
  }
  return `${lines.join('\n')}\n`
}
