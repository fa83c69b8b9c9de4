import type { CrashFacts } from '../../../contract/crash/crash.rules.ts'

/** A fault as a text to send to whoever runs the platform; the same that the server gets. */
export const detailsOf = ({ build, route, place, name, code, stack }: CrashFacts): string =>
  [`${name}${code ? ` ${code}` : ''}`, `${place} ${route} ${build}`, ...stack].join('\n')
