import { EMBED_HOSTS_MOST, hostOf } from '../../../contract/clinic/clinic.rules.ts'

/** The host names in a text, one a line, each once and as they are stored; a line that is none stays as it was typed. */
export const hostsIn = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => hostOf(line) ?? line),
  ),
]

/** The first line that is no host name; null if all are. */
export const wrongHost = (text: string): string | null => hostsIn(text).find((line) => !hostOf(line)) ?? null

export const isTooMany = (text: string): boolean => hostsIn(text).length > EMBED_HOSTS_MOST
