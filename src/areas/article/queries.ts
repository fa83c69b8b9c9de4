import { useLiveQuery } from 'dexie-react-hooks'
import { articleCalls } from '../../../contract/article/article.ts'
import { call } from '../../api/call.ts'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

export type ShownArticle = Shown<'article'>

/** The articles on this device, last changed first: a few hundred at most, kept in memory while a screen is open. */
export function useArticles(): readonly ShownArticle[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(
    async () =>
      (await rowsIn(db, 'article').orderBy('updatedAt').reverse().toArray()).map((stored) => show('article', stored)),
    [db],
  )
}

/** The library, from the server: its pictures are stored nowhere else. */
export const fetchMedia = () => call(articleCalls['article.media'], {})
