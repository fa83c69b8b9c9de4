import type pg from 'pg'

/**
 * For an operator who helps a superadmin without phone and recovery codes, if no one else can: removes the second
 * factor, all passkeys and all sessions, and writes an audit line without an actor. The password stays; at the next
 * sign-in they set up another factor (docs/decisions/0068, 0078). Anyone else's address is 'not_found'.
 */
export async function removeFactor(
  pool: pg.Pool,
  email: string,
  now: number,
): Promise<'removed' | 'not_found' | 'has_none'> {
  const { rows } = await pool.query<{ found: boolean; removed: boolean }>(REMOVE, [email.trim(), new Date(now)])
  const { found, removed } = rows[0]!
  return !found ? 'not_found' : removed ? 'removed' : 'has_none'
}

/** One statement: either all of it is so, or nothing. */
const REMOVE = `with person_of as (
    select id from person where superadmin and lower(email) = lower($1)
  ), removed as (
    delete from second_factor where person_id in (select id from person_of) returning person_id
  ), keys as (
    delete from passkey where person_id in (select id from person_of) returning person_id
  ), whom as (
    select person_id from removed union select person_id from keys
  ), ended as (
    update session set ended_at = $2, token_hash = null where person_id in (select person_id from whom) and ended_at is null
  ), told as (
    insert into audit (action, object_table, object_id, fields, outcome)
    select 'operator.removeFactor', 'person', person_id, array['second_factor'], 'done' from whom
  )
  select exists (select from person_of) as found, exists (select from whom) as removed`
