import { createHash } from 'node:crypto'

/**
 * Every column of the audit log, in the order in which its lines are hashed. A new column goes at the end, with its
 * name in a new version of the digest.
 */
export const HASHED = [
  'seq',
  'at',
  'made_at',
  'actor',
  'actor_type',
  'clinic_id',
  'action',
  'object_table',
  'object_id',
  'fields',
  'outcome',
  'ip_prefix',
  'session_hash',
  'changes',
] as const

/**
 * The digest of a line `a` of the audit log, as the database computes it: with PostgreSQL's own functions, since
 * someone who rewrites the line could replace one of ours. Instants as seconds, which do not depend on a setting.
 */
export const DIGEST = `pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.jsonb_build_array(a.seq, extract(epoch from a.at), extract(epoch from a.made_at),
  a.actor, a.actor_type, a.clinic_id, a.action, a.object_table, a.object_id, a.fields, a.outcome, a.ip_prefix, a.session_hash, a.changes)::text, 'UTF8'))`

/** The hash before the first line. */
export const BEGINNING: Buffer = createHash('sha256').update('bedside audit').digest()

/** The hash after a line: over the hash before it and the line's digest. */
export const hashAfter = (before: Buffer, digest: Buffer): Buffer =>
  createHash('sha256').update(before).update(digest).digest()
