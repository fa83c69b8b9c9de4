import './visittype.css'
import { textIn } from '../../../contract/visittype/visittype.rules.ts'
import type { BookedType } from '../../../contract/visittype/visittype.ts'
import { useLanguage } from '../../i18n/locale.ts'
import type { Multilingual } from '../../i18n/multilingual.ts'

/** A type's name with its colour: the word says it, the colour only helps to find it. */
export function VisitTypeMark({
  type,
}: {
  type: { readonly name: Multilingual; readonly colour: BookedType['colour'] }
}) {
  const language = useLanguage()
  return (
    <span className="visit-type" data-colour={type.colour}>
      {textIn(type.name, language)}
    </span>
  )
}
