import { toIdentity } from '../../server/db/sealed-columns.ts'
import type { CallName, Refusal } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Answer } from '../support/server.ts'
import { importOf, invitationTo, proposalTo, registrationAt } from './attempts-membership.ts'
import type { Try } from './attempts.ts'
import type { Cast } from './cast.ts'

type Calls = Extract<CallName, `${'import' | 'invitation' | 'membership' | 'proposal' | 'registration'}.${string}`>
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }

/** Provokes every refusal of invitations and memberships. */
export function membershipRefusals(server: { cast: () => Cast; make: () => Try }): Provoked {
  const desk = () => server.cast().clients.deskPublic
  const privateDesk = () => server.cast().clients.deskPrivate
  const waiting = (its = {}, place = server.cast().places.kuzey1) => registrationAt(server.make(), place, its)
  const accept = (id: string, patientId?: string) =>
    desk().call('registration.accept', { id, ...(patientId && { patientId }) })
  const doctor = () => server.cast().clients.doctorPublic
  const ended = () => importOf(server.make(), server.cast().places.kuzey1, 'done')
  const addImport = (lines: number) =>
    desk().call('import.add', { id: newId(), columns: [{ head: 'Ad', field: 'name' }], lines })
  return {
    'import.list': {},
    'import.add': {
      import_open: async () => {
        await importOf(server.make(), server.cast().places.kuzey1, 'reading')
        return addImport(1)
      },
      import_too_much: async () => {
        const id = await importOf(server.make(), server.cast().places.kuzey1, 'done')
        await server.make().server.pool.query('update import set total = 20000 where id = $1', [id])
        await server.make().server.pool.query(
          `insert into import (id, clinic_id, state, columns, total, counts, made_by, made_by_name, created_at)
           select gen_random_uuid(), clinic_id, 'dropped', columns, 20000, '{}', made_by, made_by_name, created_at from import, generate_series(1, 2) where id = $1`,
          [id],
        )
        return addImport(1)
      },
    },
    'import.send': {
      import_not_found: async () =>
        desk().call('import.send', { id: newId(), lines: [{ line: 2, cells: { name: 'Ada' } }] }),
      import_begun: async () =>
        desk().call('import.send', { id: await ended(), lines: [{ line: 3, cells: { name: 'Ada' } }] }),
    },
    'import.read': {
      import_not_found: async () => desk().call('import.read', { id: newId(), states: ['bad'] }),
    },
    'import.start': {
      import_not_found: async () => desk().call('import.start', { id: newId() }),
      import_begun: async () => desk().call('import.start', { id: await ended() }),
      import_incomplete: async () =>
        desk().call('import.start', { id: await importOf(server.make(), server.cast().places.kuzey1, 'reading', 0) }),
    },
    'import.undo': {
      import_not_found: async () => desk().call('import.undo', { id: newId() }),
      import_not_undoable: async () =>
        desk().call('import.undo', { id: await importOf(server.make(), server.cast().places.kuzey1, 'reading') }),
      import_open: async () => {
        const id = await ended()
        await addImport(1)
        return desk().call('import.undo', { id })
      },
    },
    'import.drop': {
      import_not_found: async () => desk().call('import.drop', { id: newId() }),
      import_begun: async () => desk().call('import.drop', { id: await ended() }),
    },
    'invitation.list': {},
    'invitation.withdraw': { invitation_not_found: async () => desk().call('invitation.withdraw', { id: newId() }) },
    'invitation.mine': {},
    'invitation.accept': {
      // another doctor's
      invitation_not_found: async () =>
        doctor().call('invitation.accept', { id: await invitationTo(server.make(), server.cast().places.kuzey2) }),
    },
    'invitation.decline': {
      // answered already
      invitation_not_found: async () => {
        const id = await invitationTo(server.make(), server.cast().places.kuzey1)
        await doctor().call('invitation.decline', { id })
        return doctor().call('invitation.decline', { id })
      },
    },
    'membership.leave': {
      clinic_not_found: async () =>
        doctor().call('membership.leave', { clinicId: server.cast().places.linden1.clinic }),
      doctor_has_appointments: async () => {
        await server.make().visit(server.cast().places.kuzey1, 'future')
        return doctor().call('membership.leave', { clinicId: server.cast().places.kuzey1.clinic })
      },
    },
    'proposal.list': {},
    'proposal.accept': {
      proposal_not_found: async () =>
        doctor().call('proposal.accept', { id: await proposalTo(server.make(), server.cast().places.kuzey2) }),
      user_exists: async () => {
        const { pool } = server.make().server
        const id = await proposalTo(server.make(), server.cast().places.kuzey1)
        await pool.query(`update person set identity = $2 where id = $1`, [
          server.cast().places.kuzey1.patient,
          toIdentity(null, '10000000146'),
        ])
        await pool.query(`update card_proposal set fields = '{"identity":"10000000146"}' where id = $1`, [id])
        return doctor().call('proposal.accept', { id })
      },
    },
    'proposal.drop': { proposal_not_found: async () => desk().call('proposal.drop', { id: newId() }) },
    'registration.list': {},
    'registration.accept': {
      // another clinic's
      registration_not_found: async () => accept(await waiting({}, server.cast().places.linden1)),
      registration_taken: async () => accept(await waiting({ email: 'patient.kuzey@test.example' })),
      patient_not_found: async () => accept(await waiting(), newId()),
      patient_signs_in: async () =>
        privateDesk().call('registration.accept', {
          id: await waiting({}, server.cast().places.gizli1),
          patientId: server.cast().places.gizli1.patient,
        }),
    },
    'registration.decline': {
      registration_not_found: async () => desk().call('registration.decline', { id: newId() }),
    },
    'membership.share': {
      clinic_not_found: async () =>
        doctor().call('membership.share', { clinicId: server.cast().places.linden1.clinic, sharesContact: false }),
    },
  }
}
