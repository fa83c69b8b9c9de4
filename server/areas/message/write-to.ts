import type { Language } from '../../../contract/kernel/constants.ts'
import { isWanted } from '../../../contract/notification/notification.rules.ts'
import type { Db } from '../../db/pool.ts'
import { houseOf, linkTo, type Reach } from '../../identity/links.ts'
import { queueMessage, type OutgoingMessage } from './queue.ts'

/** The message without its recipient: every template knows `{name}`, `{house}` and `{link}`. */
type Letter = Omit<OutgoingMessage, 'channel' | 'to' | 'lang' | 'args'> & {
  /** The path of its link, on the host the person belongs to. */
  readonly path: string
  /** The template's other arguments. */
  readonly args?: Readonly<Record<string, string>>
  /** The clinic it speaks for and whose host it uses, if that is not the person's own. */
  readonly house?: string | null
  readonly panelUrl?: string | null
  /** The language of the person who asked; absent: the recipient's. */
  readonly lang?: Language
}

/**
 * Queues letters to a person by the channels that reach them, except those they have switched off; returns false if no
 * channel does. `publicUrl`: the operator's setting.
 */
export async function writeTo(
  db: Db,
  publicUrl: string,
  reach: Reach | null,
  ...letters: readonly Letter[]
): Promise<boolean> {
  const to = reach?.recipient
  if (!to) return false
  await queueMessage(
    db,
    ...letters
      .filter(({ template }) => isWanted(template, reach.channel, reach.muted))
      .map(({ path, args, house, panelUrl, lang, ...rest }) => ({
        ...rest,
        channel: reach.channel,
        to,
        lang: lang ?? reach.lang,
        args: {
          name: reach.name,
          house: house ?? houseOf(reach),
          link: linkTo(publicUrl, panelUrl ?? reach.panelUrl, path),
          ...args,
        },
      })),
  )
  return true
}
