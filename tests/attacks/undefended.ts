import type { Mutant } from '../simulation/mutant.ts'

const without = (file: string, from: string, to: string) => ({ file, from, to })

/**
 * The server without the defences around an honest, signed-in person's request: limits, session checks beyond the
 * token, roles, input validation, encryption, headers, the demo's sign-in. For the bench alone, in a copy of the tree
 * (decision 0123). Its answers to such a request are the same.
 */
export const unguarded: Mutant = {
  name: 'nothing stands around a request',
  changes: [
    // limits
    without('server/http/limits.ts', 'await kinds[kind].spend(keyOf(key))', '0'),
    without('server/http/limits.ts', 'kinds[kind].giveBack(keyOf(key))', 'null'),
    // a session is its token and nothing else
    without(
      'server/identity/session-store.ts',
      'if (session !== null && hash(session) !== found.session_hash) return null',
      '',
    ),
    without(
      'server/identity/session-store.ts',
      'if (found.bind_hash && (bind === null || hash(bind) !== found.bind_hash)) return null',
      '',
    ),
    without(
      'server/identity/session-store.ts',
      'if (now - found.used_at.getTime() > idleLimit(found.type)) return null',
      '',
    ),
    without(
      'server/identity/session-store.ts',
      'if (found.locked_hash && !(await unlockSession(pool, found.session_hash, unlock))) return null',
      '',
    ),
    without(
      'server/identity/session-store.ts',
      'if (usedAt !== null && usedAt - found.used_at.getTime() > MINUTE) await noteUse(pool, found.session_hash, usedAt)',
      '',
    ),
    without(
      'server/identity/session-store.ts',
      '\n   and (h.id is null or h.id in (p.clinic_id, p.realm) or h.id = any (d.clinic_ids) or h.id = any (t.clinic_ids))',
      '',
    ),
    // no rights by role, and input as it arrives
    without(
      'server/http/loop.ts',
      `if (!row.roles.includes(who.type) || (row.superadmin && who.type === 'admin' && !who.superadmin))`,
      'if (false)',
    ),
    without(
      'server/http/loop.ts',
      `if (who.mustEnrol && !row.enrolling) return { answer: no(403, 'factor_required') }`,
      '',
    ),
    without(
      'server/http/loop.ts',
      'const input = v.safeParse(row.input, request.input)',
      'const input: v.SafeParseResult<typeof row.input> = { success: true, typed: true, output: request.input, issues: undefined }',
    ),
    without('server/http/answer.ts', 'who ? visible(row.reply, reply, who.type) : reply', 'reply'),
    // words are stored as typed
    without('server/db/sealing.ts', 'return sealer.seal(words)', 'return words.plain'),
    without(
      'server/db/sealing.ts',
      `if (typeof value === 'string') return value.includes(MARK) ? value.replaceAll(MARK, BROKEN) : value`,
      `if (typeof value === 'string') return value`,
    ),
    without('server/db/seal-existing.ts', 'if (left.length === 0) return', 'if (left.length >= 0) return'),
    without('server/db/pool.ts', 'sealer.current?.open(text) ?? text', 'text'),
    without(
      'server/db/pool.ts',
      'sealer.current ? sealer.current.openJson(text) : JSON.parse(text)',
      'JSON.parse(text)',
    ),
    without('server/app/create-app.ts', `deps.vault.keyed('log', actor)`, 'actor'),
    // the security headers of a reply, and the check of a request's origin
    without(
      'server/app/create-app.ts',
      'await registerHeaders(app, deps.mapToken !== null, deps.videos.frames, dist)\n',
      '',
    ),
    without('server/app/create-app.ts', 'comesFromElsewhere(request.headers))', 'false)'),
    without('server/app/create-app.ts', 'if (demoDoor) registerDemoDoor', 'if (!deps) registerDemoDoor'),
  ],
}

/** Also without the audit of acts and reads. With `BYPASS` nothing is left. */
export const undefended: Mutant = {
  name: 'nothing is defended',
  changes: [
    ...unguarded.changes,
    without('server/http/write.ts', 'return audit(db, who, {', 'return who.id ? null : audit(db, who, {'),
    without(
      'server/http/loop.ts',
      `if (row.reads && found && who && who.type !== 'patient')`,
      'if (row.reads && !who)',
    ),
  ],
}

/**
 * Switches row level security off. A superuser runs it on the database of a running server: at its start the server
 * refuses such a login.
 */
export const BYPASS = 'alter role bedside_app bypassrls'
