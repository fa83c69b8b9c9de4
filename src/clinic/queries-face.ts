import { clinicCalls, type ClinicFace } from '../../contract/clinic.ts'
import { call, type Outcome } from '../api/call.ts'
import { keepMapToken } from '../place/map-token.ts'
import { keepLeastPassword } from '../session/least-password.ts'

/** The clinic of this host as it was last known here; null on the platform's own host, undefined when never asked (rule 103). */
export function knownFace(): ClinicFace | null | undefined {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === null ? undefined : (JSON.parse(kept) as ClinicFace | null) // written below
  } catch {
    return undefined
  }
}

/** Asks which clinic this host belongs to and remembers it. A refusal means the host is none of ours; silence means nothing. */
export async function askFace(): Promise<Outcome<{ clinic: ClinicFace | null }>> {
  const outcome = await call(clinicCalls['clinic.web'], {})
  if (outcome.kind === 'done') {
    localStorage.setItem(KEY, JSON.stringify(outcome.reply.clinic))
    keepMapToken(outcome.reply.mapToken)
    keepLeastPassword(outcome.reply.passwordMin)
  }
  return outcome
}

const KEY = 'host-clinic'
