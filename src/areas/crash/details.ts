import type { CrashFacts } from '../../../contract/crash/crash.rules.ts'

/** A fault as a text that can be sent to whoever runs the platform; the same that the server is told. */
export const detailsOf = ({ build, route, place, name, code, stack }: CrashFacts): string =>
  [`${name}${code ? ` ${code}` : ''}`, `${place} ${route} ${build}`, ...stack].join('\n')
