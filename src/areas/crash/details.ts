import type { CrashFacts } from '../../../contract/crash/crash.rules.ts'

/** An error as text, to send to whoever runs the platform; it contains the same as the report to the server. */
export const detailsOf = ({ build, route, place, name, code, stack }: CrashFacts): string =>
  [`${name}${code ? ` ${code}` : ''}`, `${place} ${route} ${build}`, ...stack].join('\n')
