import type { Language } from '../../../contract/kernel/constants.ts'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../http/handler.ts'
import { linkTo } from '../../identity/links.ts'
import { queueMessage } from '../message/queue.ts'
import { note } from '../notification/note.ts'

type Contact = {
  readonly channel: 'mail' | 'sms'
  readonly sealed: string
  readonly lang: Language
  readonly host: string | null
  readonly house: string | null
}

/** What a stranger's contact is encrypted for. */
export const CONTACT = 'question contact'

/**
 * Tells whoever asked that the answer is public: a patient in the app, a stranger by one message, after which their
 * contact is gone. To be called once, when it is published for the first time.
 */
export async function tellAsker(
  db: Db,
  deps: Pick<Deps, 'vault' | 'publicUrl'>,
  { id, askerId }: { readonly id: string; readonly askerId: string | null },
  now: number,
): Promise<void> {
  if (askerId) return void (await note(db, { userId: askerId, kind: 'question_answered', args: [] }, now))
  const { rows } = await db.query<Contact>(
    `select t.channel, t.sealed, t.lang, t.host, c.name as house from question_contact_taken($1) t
       left join question q on q.id = t.question_id left join clinic c on c.id = q.clinic_id`,
    [id],
  )
  const contact = rows[0]
  if (!contact) return
  const { channel, lang, host, house } = contact
  await queueMessage(db, {
    channel,
    to: deps.vault.open(CONTACT, contact.sealed),
    lang,
    template: 'question_answered',
    args: { house: house ?? 'Bedside', link: linkTo(deps.publicUrl(), host, `/${lang}/questions/${id}`) },
    now,
    key: `question ${id}`,
  })
}
