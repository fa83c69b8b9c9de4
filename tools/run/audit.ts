import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, say } from './child.ts'

/** An accepted finding: the advisory, the package, and why it is harmless here. */
type Reason = { readonly advisory: string; readonly package: string; readonly why: string }

/** Accepted findings with their reasons; empty if there are none. */
const REASONS_FILE = join('docs', 'audit-reasons.json')

/**
 * Asks npm's registry for known faults of the packages in package-lock.json. Returns 1 if one has no written reason. If
 * the registry cannot be asked (no network, no such service, an npm that is too old) it says so and returns 0: nothing
 * was found, and nothing was checked.
 */
export async function auditPackages(reasons = readReasons(), options: readonly string[] = []): Promise<number> {
  const answer = reportIn(await runNpm(options))
  if (answer === null) {
    say('known faults of packages were NOT looked for: the registry did not answer npm audit')
    return 0
  }
  const { open, kept, stale } = judge(answer, reasons)
  for (const { advisory, package: name, severity, title } of open)
    say(`${name}: ${title} (${severity}, ${advisory}): raise it, or write the reason into ${REASONS_FILE}`)
  for (const { advisory, package: name, why } of kept) say(`${name}: ${advisory} stays: ${why}`)
  for (const { advisory, package: name } of stale) say(`${name}: ${advisory} is found no more; its reason can go`)
  return open.length > 0 ? 1 : 0
}

/** Splits the findings by whether that package has a reason for them. */
function judge(report: Report, reasons: readonly Reason[]) {
  const found = Object.entries(report.vulnerabilities).flatMap(([name, { via }]) =>
    // a text names the package below that causes it, which has its own entry
    via.flatMap((cause) =>
      typeof cause === 'string'
        ? []
        : [{ advisory: idOf(cause), package: name, severity: cause.severity, title: cause.title }],
    ),
  )
  const isOf = (reason: Reason) => (finding: { advisory: string; package: string }) =>
    finding.advisory === reason.advisory && finding.package === reason.package
  return {
    open: found.filter((finding) => !reasons.some((reason) => isOf(reason)(finding))),
    kept: reasons.filter((reason) => found.some(isOf(reason))),
    stale: reasons.filter((reason) => !found.some(isOf(reason))),
  }
}

type Cause = {
  readonly source: number | string
  readonly url: string
  readonly title: string
  readonly severity: string
}
/** The part of `npm audit --json` that is read. */
type Report = {
  readonly vulnerabilities: Readonly<Record<string, { readonly via: readonly (string | Cause)[] }>>
}

/** GitHub's id, at the end of the address. */
const idOf = ({ url, source }: Cause) => /GHSA(?:-[\da-z]{4}){3}$/.exec(url)?.[0] ?? String(source)

function reportIn(text: string): Report | null {
  try {
    const report = JSON.parse(text) as Partial<Report> // npm's own format
    return report.vulnerabilities ? { vulnerabilities: report.vulnerabilities } : null
  } catch {
    return null
  }
}

/** What npm printed, whatever its exit code: it reports both findings and failures with 1. */
const runNpm = (options: readonly string[]) =>
  new Promise<string>((done) => {
    const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=10000', ...options]
    execFile('npm', args, { cwd: root, timeout: 30_000, maxBuffer: 64 * 1024 * 1024 }, (_error, printed) =>
      done(printed),
    )
  })

export function readReasons(): readonly Reason[] {
  return JSON.parse(readFileSync(join(root, REASONS_FILE), 'utf8')) as Reason[] // tests/audit.test.ts checks its format
}
