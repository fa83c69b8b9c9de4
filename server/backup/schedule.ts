import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

export type Schedule = {
  /** The folder of the backups; null: the server makes none. */
  readonly to: string | null
  /** Hours between two backups. */
  readonly hours: number
}

/**
 * Makes backups when they are due, tests the newest once a week by restoring it into a scratch place, and warns of an
 * old backup. Each is a process of its own with low priority, so that requests do not wait for it; the table `backup`
 * has the results. Run it every minute; of several servers on one database one makes the backup, since it holds a lock.
 * `stop` ends the current one.
 */
export function scheduleBackups(
  { to, hours }: Schedule,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  run: (tool: string, args: readonly string[]) => ChildProcess = runTool,
) {
  let child: ChildProcess | null = null
  let warnedAt = 0
  const start = (tool: 'backup' | 'restore', args: readonly string[]) => {
    child = run(tool, args)
    child.once('error', () => log.error({ what: tool }, 'failed'))
    child.once('close', (code) => {
      child = null
      if (code) log.error({ what: tool, code }, 'failed')
    })
  }
  return {
    run: async ({ pool }: { readonly pool: pg.Pool }): Promise<void> => {
      if (!to) return
      const found = await lately(pool)
      if (found.backup_hours > hours * LATE && Date.now() - warnedAt > HOUR) {
        warnedAt = Date.now()
        log.warn({ hours: Math.round(found.backup_hours) }, 'the last backup is old; the table backup says why')
      }
      if (child) return
      if (found.backup_hours >= hours && found.backup_tried_hours >= PAUSE_HOURS) start('backup', [])
      else if (found.backup_hours < hours && found.drill_hours >= DRILL_HOURS && found.drill_tried_hours >= PAUSE_HOURS)
        start('restore', ['--drill'])
    },
    stop: () => void child?.kill('SIGTERM'),
  }
}

/** Hours since each last succeeded and was last tried; a very large number if it never was. */
async function lately(pool: pg.Pool) {
  const { rows } = await pool.query<
    Record<'backup_hours' | 'backup_tried_hours' | 'drill_hours' | 'drill_tried_hours', number>
  >(
    `with since as (select kind, fault is null as well, extract(epoch from now() - max(ended_at)) / 3600 as hours from backup group by 1, 2)
     select coalesce(min(hours) filter (where kind = 'backup' and well), $1)::float8 as backup_hours,
            coalesce(min(hours) filter (where kind = 'backup'), $1)::float8 as backup_tried_hours,
            coalesce(min(hours) filter (where kind = 'drill' and well), $1)::float8 as drill_hours,
            coalesce(min(hours) filter (where kind = 'drill'), $1)::float8 as drill_tried_hours from since`,
    [NEVER],
  )
  return rows[0]!
}

/** A backup is old when one was due and half of that time has passed again. */
const LATE = 1.5
/** A failed one is retried after this. */
const PAUSE_HOURS = 1
const DRILL_HOURS = 7 * 24
const HOUR = 3_600_000
const NEVER = 1_000_000

const ROOT = join(import.meta.dirname, '..', '..')

/** With the server's own settings; the channel tells it when the server has ended. */
const runTool = (tool: string, args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [join(ROOT, 'tools', tool, 'main.ts'), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
