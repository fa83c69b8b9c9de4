import { useCallback, useEffect, useState } from 'react'
import { auditCalls, type AuditLine } from '../../../contract/audit/audit.ts'
import type { Input } from '../../../contract/calls.ts'
import { call, type Outcome } from '../../api/call.ts'
import { useDevice } from '../../screen/device.ts'

type Problem = Exclude<Outcome<unknown>, { kind: 'done' }>
type Page = Outcome<{ readonly lines: readonly AuditLine[]; readonly before: number | null }>

/** Lines of the log read so far, newest first. The log is never kept on a device (SCREENS B26: online). */
export type Lines = {
  readonly lines: readonly AuditLine[] | undefined
  /** When the newest page arrived, in epoch ms of the server's clock; null before. */
  readonly at: number | null
  readonly problem: Problem | null
  readonly asking: boolean
  readonly more: (() => void) | null
  readonly again: () => void
}

export type AuditFilter = Pick<Input<'audit.list'>, 'actorId' | 'act' | 'table' | 'recordId' | 'from' | 'to'>
export type HistoryTable = Input<'audit.record'>['table']

export const useAuditLines = (filter: AuditFilter): Lines =>
  useLines((before) => askLog(filter, before, PAGE), JSON.stringify(filter))

export const useRecordLines = (table: HistoryTable, recordId: string): Lines =>
  useLines(
    (before) => call(auditCalls['audit.record'], { table, recordId, limit: SHORT_PAGE, ...(before && { before }) }),
    `${table}:${recordId}`,
  )

/** All lines of a filter, at most `most`, page by page; null if a page cannot be fetched. */
export async function fetchAllLines(filter: AuditFilter, most: number): Promise<readonly AuditLine[] | null> {
  const found: AuditLine[] = []
  let before: number | null = null
  do {
    const page: Page = await askLog(filter, before, LONG_PAGE)
    if (page.kind !== 'done') return null
    found.push(...page.reply.lines)
    before = page.reply.before
  } while (before !== null && found.length < most)
  return found.slice(0, most)
}

const PAGE = 50
const SHORT_PAGE = 20
const LONG_PAGE = 200

const askLog = (filter: AuditFilter, before: number | null, limit: number): Promise<Page> =>
  call(auditCalls['audit.list'], { ...filter, limit, ...(before && { before }) })

function useLines(ask: (before: number | null) => Promise<Page>, key: string): Lines {
  const { now } = useDevice()
  const [round, setRound] = useState(0)
  const [state, setState] = useState<{
    of: string
    lines: readonly AuditLine[] | undefined
    before: number | null
    problem: Problem | null
    asking: boolean
    at: number | null
  }>({ of: key, lines: undefined, before: null, problem: null, asking: true, at: null })
  const take = (page: Page, onto: readonly AuditLine[]) =>
    setState((was) =>
      page.kind === 'done'
        ? {
            of: key,
            lines: [...onto, ...page.reply.lines],
            before: page.reply.before,
            problem: null,
            asking: false,
            at: now(),
          }
        : { ...was, problem: page, asking: false },
    )
  useEffect(() => {
    let gone = false
    setState((was) => ({ ...was, asking: true, ...(was.of !== key && { of: key, lines: undefined, before: null }) }))
    void ask(null).then((page) => {
      if (!gone) take(page, [])
    })
    return () => void (gone = true)
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the filter
  }, [key, round])
  const { lines, before, problem, asking, at } = state
  return {
    lines,
    at,
    problem,
    asking,
    again: useCallback(() => setRound((n) => n + 1), []),
    more:
      before === null || asking
        ? null
        : () => {
            setState((was) => ({ ...was, asking: true }))
            void ask(before).then((page) => take(page, lines ?? []))
          },
  }
}
