import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { User } from '../../../contract/user/user.ts'
import type { UserActs } from './commands.ts'

export type Question = 'reset' | 'end' | 'passive' | 'active' | 'delete'
type PendingAct = {
  readonly title: ReactNode
  readonly text: ReactNode
  readonly verb: ReactNode
  readonly done: string
  readonly act: () => ReturnType<UserActs['remove']>
}

/** The confirmation before each act on a person: who it is, and what becomes of their work (SCREENS B0). */
export function useUserQuestions(acts: UserActs): (user: User) => Readonly<Record<Question, PendingAct>> {
  const { t } = useLingui()
  return (user) => {
    const { id, name, version } = user
    const to = user.email ?? user.phone ?? ''
    return {
      reset: {
        title: <Trans>Send {name} a link for a new password?</Trans>,
        text: (
          <Trans>
            It goes to {to}. If someone else has changed that in the last seven days, it goes to the one before. It
            works once, and for 30 minutes. The old password works until it is used.
          </Trans>
        ),
        verb: <Trans>Send the link</Trans>,
        done: t`The link is on its way`,
        act: () => acts.resetPassword(id),
      },
      end: {
        title: <Trans>End all sessions of {name}?</Trans>,
        text: (
          <Trans>
            They are signed out on every device straight away. What they have not sent stays on their devices.
          </Trans>
        ),
        verb: <Trans>End the sessions</Trans>,
        done: t`${name} has been signed out everywhere`,
        act: () => acts.endSessions(id),
      },
      passive: {
        title: <Trans>Make {name} inactive?</Trans>,
        text: (
          <Trans>
            This user is signed out everywhere and cannot sign in until you make them active again. Nothing is deleted.
          </Trans>
        ),
        verb: <Trans>Make inactive</Trans>,
        done: t`${name} is inactive`,
        act: () => acts.update(id, version, { active: false }),
      },
      active: {
        title: <Trans>Make {name} active?</Trans>,
        text: <Trans>They can sign in again with their password.</Trans>,
        verb: <Trans>Make active</Trans>,
        done: t`${name} is active`,
        act: () => acts.update(id, version, { active: true }),
      },
      delete: {
        title: <Trans>Delete {name}?</Trans>,
        text: (
          <Trans>
            They are removed from every list and can no longer sign in; their email and phone can be used again. Past
            appointments, payments and the audit log keep their name. This cannot be undone.
          </Trans>
        ),
        verb: <Trans>Delete {name}</Trans>,
        done: t`${name} is deleted`,
        act: () => acts.remove(id),
      },
    }
  }
}
