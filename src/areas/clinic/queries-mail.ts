import { clinicMailCalls, type ClinicMail } from '../../../contract/clinic/clinic.mail.ts'
import { call } from '../../api/call.ts'
import { useServerState, type ServerState } from '../../screen/server-state.ts'

/** The clinic's own mail server, null if it has none, and a function to reload it. */
export function useClinicMail(): [ServerState<{ readonly mail: ClinicMail | null }>, () => void] {
  return useServerState(async () => {
    const outcome = await call(clinicMailCalls['clinic.mail'], {})
    return outcome.kind === 'done' ? { mail: outcome.reply.mail } : null
  })
}
