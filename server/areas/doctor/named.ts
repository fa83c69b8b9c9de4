import { nameWords } from '../../../contract/kernel/name.rules.ts'
import { where, type Condition } from '../../http/list.ts'

/** Doctors with this name, matched as people's names are, or with the typed text anywhere in theirs. */
export const doctorNamed = (typed: string): Condition =>
  where(
    `strpos(fold(name), fold(?)) > 0 or finds_name(name_tokens(name), ?::text[])`,
    typed,
    nameWords(typed).spellings,
  )
