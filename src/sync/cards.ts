import { MOST_OPENED } from '../../contract/sync/sync.ts'
import type { Database, Fact } from '../db/database.ts'

/**
 * Doctors whose cards this device holds because its person opened them, the latest first (decision 0145). They are asked for with each pull, so that what they
 * say comes, changes and goes like everything else; the server adds the clinics in which they can be booked.
 */
export async function openedCards(db: Database): Promise<readonly string[]> {
  return listOf((await db.facts.get(OPENED))?.value)
}

/** Holds this doctor's card from the next pull on; the one that was opened longest ago makes room. */
export async function openCard(db: Database, id: string): Promise<void> {
  await db.transaction('rw', db.facts, async () => {
    const others = (await openedCards(db)).filter((each) => each !== id)
    await db.facts.put({ name: OPENED, value: [id, ...others].slice(0, MOST_OPENED) })
  })
}

/** Whether this device holds every public card; otherwise others are searched on the server. */
export async function holdsAllCards(db: Database): Promise<boolean> {
  return (await db.facts.get(HELD))?.value !== 'known'
}

/** What a page of a filling says of that. */
export const tookCards = (cards: 'all' | 'known'): Fact => ({ name: HELD, value: cards })

const OPENED = 'openedCards'
const HELD = 'cardsHeld'
const listOf = (value: unknown) => (Array.isArray(value) ? (value as readonly string[]) : []) // only this file writes it
