import type { Bank } from '../../contract/bank.ts'
import { listPage } from '../http/list.ts'
import type { Area } from '../http/handler.ts'

export const bankHandlers: Area<'bank'> = {
  'bank.list': async (paging, { db }) => {
    const { rows, envelope } = await listPage<Bank>(db, 'bank_row', [], ['name', 'id'], paging)
    return { ...envelope, banks: rows }
  },
}
