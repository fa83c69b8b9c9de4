import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Language } from '../../../contract/kernel/constants.ts'
import { hashOf } from '../../identity/secret.ts'
import type { Vault } from '../../ports/vault.ts'
import { demoId } from './ids.ts'
import type { People } from './people.ts'
import type { Plan } from './plan.ts'

/** Payment links to the patients who sign in: one in every state in each clinic where someone signs in. */
export function linkRows({ clinics, now }: Plan, { patientsOf, desks }: People) {
  return clinics
    .filter(({ cast }) => cast)
    .flatMap((clinic) => {
      const patient = patientsOf[clinic.index]![0]!
      return STATES.map(({ status, daysAgo, amount }, i) => {
        const made = now - daysAgo * DAY
        const paid = status === 'paid' ? new Date(made + 3 * HOUR).toISOString() : null
        return {
          id: demoId('paymentLink', clinic.index * 10 + i + 1),
          patient_id: patient.id,
          patient_name: patient.name,
          clinic_id: clinic.id,
          amount,
          currency: clinic.currency,
          description: WORDS[clinic.lang][i % WORDS[clinic.lang].length]!,
          status,
          opened: status === 'cancelled' ? 0 : i + 1,
          expires_at: new Date(made + 7 * DAY).toISOString(),
          paid_at: paid,
          payment_id: paid && demoId('payment', LINK_PAYMENTS + clinic.index),
          created_at: new Date(made).toISOString(),
          created_by: desks[clinic.index]!,
        }
      })
    })
}

/** The payments of the links that were paid. */
export function linkPaymentRows(links: ReturnType<typeof linkRows>, { clinics }: Plan) {
  return links.flatMap((link) =>
    link.payment_id && link.paid_at
      ? [
          {
            id: link.payment_id,
            patient_id: link.patient_id,
            patient_name: link.patient_name,
            clinic_id: link.clinic_id,
            zone: clinics.find(({ id }) => id === link.clinic_id)!.zone,
            type: 'credit_card',
            status: 'completed',
            refund_status: 'none',
            amount: link.amount,
            currency: link.currency,
            link_id: link.id,
            commission: 0,
            earn: 0,
            earn_status: 'waiting',
            wallet_amount: 0,
            wallet_given: 0,
            at_desk: false,
            top_up: false,
            added_at: link.paid_at,
            paid_at: link.paid_at,
          },
        ]
      : [],
  )
}

/**
 * Gives each invented link its secret under this server's own key; runs at every start, and does nothing if all have
 * theirs.
 */
export async function sealLinks(pool: pg.Pool, vault: Vault): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from payment_link l where not exists (select from payment_link_secret s where s.link_id = l.id)',
  )
  for (const { id } of rows) {
    const token = randomBytes(32).toString('base64url')
    await pool.query('select keep_link_secret($1, $2, $3)', [id, hashOf(token), vault.seal('payment link', token)])
  }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const LINK_PAYMENTS = 900_000_000

const STATES = [
  { status: 'waiting', daysAgo: 1, amount: 35_000 },
  { status: 'waiting', daysAgo: 4, amount: 12_500 },
  { status: 'paid', daysAgo: 12, amount: 20_000 },
  { status: 'cancelled', daysAgo: 18, amount: 15_000 },
  { status: 'expired', daysAgo: 26, amount: 9_000 },
] as const

const WORDS: Readonly<Record<Language, readonly string[]>> = {
  tr: ['Rapor ve kopya ücreti', 'Malzeme farkı', 'Belge tercümesi'],
  en: ['Report and copies', 'Difference for materials', 'Translated documents'],
  de: ['Bericht und Kopien', 'Differenz für Material', 'Übersetzte Unterlagen'],
  ru: ['Справка и копии', 'Доплата за материалы', 'Перевод документов'],
}
