import { readFile } from 'node:fs/promises'

/**
 * The fields that proc_pid_stat(5) lists after a process's name, which is in brackets and may contain anything: its
 * state at 0 (field 3 of the page), its parent at 1, from 11 on the ticks it and its dead children have used. Null if
 * there is no such process.
 */
export async function procStat(pid: number | string): Promise<readonly string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ')
}
