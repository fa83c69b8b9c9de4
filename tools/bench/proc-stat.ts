import { readFile } from 'node:fs/promises'

/**
 * What proc_pid_stat(5) says of a process after its name, which stands in brackets and may hold anything: at 0 its state (field 3 of the page), at 1 its
 * parent, from 11 on the ticks it and its dead children have used. Null where there is none.
 */
export async function procStat(pid: number | string): Promise<readonly string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ')
}
