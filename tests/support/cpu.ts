/**
 * Milliseconds of this thread's own processor time that `work` takes. Unlike wall time this excludes other programs, so
 * a limit on it means the same on a busy machine: synchronous work blocks the event loop for that long.
 */
export function cpuOf(work: () => unknown): number {
  const before = threadMs()
  work()
  return threadMs() - before
}

export function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The processor time of this process, all its threads together; a server under test may be in it. Milliseconds. */
export function processMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Building blocks of hostile texts: each has been a slow path of some parser, pattern or cleaner. */
export const PUMPS: readonly string[] = [
  '<',
  '<p>',
  '</p>',
  '<b></i>',
  '<a href="',
  '<img src="/api/file/',
  '<p><br /></p>',
  '&',
  '&lt;',
  '-',
  ' ',
  '\t\n',
  '"',
  '\\',
  '%',
  '(',
  '.a@',
  '0',
  'a',
  'ı̇',
  '\u{1F9D1}\u200D',
  'dahili 1',
  '12.3,',
  '%s',
  '{{',
  'x:/*',
]
