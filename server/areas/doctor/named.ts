import { nameWords } from '../../../contract/kernel/name.rules.ts'
import { where, type Condition } from '../../http/list.ts'

/** Doctors of this name, as people's names are found, or with what is typed anywhere in theirs. */
export const doctorNamed = (typed: string): Condition =>
  where(
    `fold(name) like '%' || fold(?) || '%' or finds_name(name_tokens(name), ?::text[])`,
    typed,
    nameWords(typed).spellings,
  )
