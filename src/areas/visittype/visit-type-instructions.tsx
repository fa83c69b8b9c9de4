import { Trans } from '@lingui/react/macro'
import { textIn } from '../../../contract/visittype/visittype.rules.ts'
import type { BookedType } from '../../../contract/visittype/visittype.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { Note } from '../../ui/note.tsx'

/** What the patient has to know before the visit; nothing without any. */
export function VisitTypeInstructions({ type }: { type: Pick<BookedType, 'instructions'> | null | undefined }) {
  const language = useLanguage()
  const text = textIn(type?.instructions ?? [], language)
  if (!text) return null
  return (
    <Note title={<Trans>Before the appointment</Trans>}>
      <p className="pre">{text}</p>
    </Note>
  )
}
