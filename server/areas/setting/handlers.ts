import * as v from 'valibot'
import {
  MASK,
  SETTING_CHANGES,
  SETTING_DEFAULTS,
  SETTING_SECRETS,
  type SecretName,
  type Setting,
  type SettingId,
} from '../../../contract/setting/setting.ts'
import type { Db } from '../../db/pool.ts'
import { badFields } from '../../http/answer.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area, Deps } from '../../http/handler.ts'
import { tellPrivateClinics } from '../notification/tell-private.ts'
import { SETTING_PURPOSE } from './read.ts'
import { mayDial, sendTest } from './test-message.ts'

export const settingHandlers: Area<'setting'> = {
  /** Row-level security leaves out what the person may not have. Of a secret only whether there is one. */
  'setting.list': async ({ idList }, { db, deps }) => {
    const { rows } = await db.query<Stored>('select id, version, data from setting where id = any($1) order by id', [
      idList,
    ])
    const secrets = await keptSecrets(db)
    return { status: true, settings: rows.map((row) => shown(row, secrets, deps)) }
  },

  'setting.update': async ({ id, data }, ctx) => {
    const { db, deps, base, record, refuse } = ctx
    const parsed = v.safeParse(SETTING_CHANGES[id], data)
    if (!parsed.success) throw new Refused('bad_input', badFields(parsed.issues), 400)
    const { rows } = await db.query<Stored>('select id, version, data from setting where id = $1 for update', [id])
    const stored = rows[0]
    if (!stored) throw new Refused('not_found', {}, 404)
    if (base !== null && base !== stored.version) {
      const current = shown(stored, await keptSecrets(db), deps)
      throw new Refused('changed_since', { current }, 412)
    }
    const names = SETTING_SECRETS[id] as readonly string[] // the same names, as text
    const changes = Object.entries(parsed.output).filter(([, value]) => value !== undefined)
    const values = Object.fromEntries(changes.filter(([name]) => !names.includes(name)))
    const before: Readonly<Record<string, unknown>> = { ...SETTING_DEFAULTS[id], ...stored.data }
    if (typeof values['host'] === 'string' && !(await mayDial(values['host'], deps.privateHosts)))
      return refuse('host_not_allowed')

    const changed = Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    )
    const secrets = changes.filter(([name]) => names.includes(name))
    if (!changed.length && !secrets.length) return { status: true }
    await db.query('update setting set data = data || $2, version = version + 1 where id = $1', [
      id,
      Object.fromEntries(changed),
    ])
    for (const [name, value] of secrets)
      await db.query('select keep_secret($1, $2, $3)', [
        id,
        name,
        typeof value === 'string' ? deps.vault.seal(SETTING_PURPOSE, value) : null,
      ])
    if (id === 'mail' || id === 'sms') await tellPrivateClinics(ctx, 'platform_messages_changed', null)
    record({
      values: Object.fromEntries([
        ...changed.map(([name, value]) => [name, [before[name] ?? null, value]] as const),
        // that it was changed, never from what to what (rule 57)
        ...secrets.map(([name]) => [name, [MASK, MASK]] as const),
      ]),
    })
    return { status: true }
  },

  'setting.test': sendTest,
}

type Stored = { id: SettingId; version: number; data: Record<string, unknown> }

async function keptSecrets(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string; name: string }>('select * from kept_secrets()')
  return new Set(rows.map(({ id, name }) => `${id}.${name}`))
}

function shown({ id, version, data }: Stored, secrets: ReadonlySet<string>, { pay }: Pick<Deps, 'pay'>): Setting {
  const masked = (name: SecretName) => (secrets.has(`${id}.${name}`) ? MASK : null)
  const all = { ...SETTING_DEFAULTS[id], ...data }
  // the reply's schema drops what is not in the group
  return {
    id,
    version,
    ...(id === 'setting' && { cards: pay !== null }),
    data: {
      ...all,
      ...(id === 'mail' && { password: masked('password') }),
      ...(id === 'sms' && { key: masked('key') }),
    },
  } as Setting
}
