import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { History, KeyRound, LogOut, Pencil, Trash2, UserCheck, UserX } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../contract/user/user.ts'
import { LANGUAGE_NAMES } from '../../../contract/kernel/constants.ts'
import { countryOf, showPhone } from '../../i18n/phone.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.ts'
import type { UserActs } from './commands.ts'
import { RecoverDialog, useRecovers } from './recover-dialog.tsx'
import { useUserQuestions, type Question } from './user-questions.tsx'
import { UserStatus } from './user-status.tsx'
import { ROLE_WORDS } from './user-words.ts'
import { wordOf } from '../../i18n/word-of.ts'

/** Users with the acts on each (SCREENS B25). `colleagues`: of one clinic, without the columns for kind and clinic. */
export function UserTable({
  users,
  acts,
  colleagues = false,
  onEdit,
  onChanged,
}: {
  users: readonly User[]
  acts: UserActs
  colleagues?: boolean
  onEdit: (user: User) => void
  onChanged: () => void
}) {
  const { t, i18n } = useLingui()
  const { person, zone } = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const navigate = useNavigate()
  const questions = useUserQuestions(acts)
  const [asking, setAsking] = useState<{ user: User; question: Question } | null>(null)
  const recovers = useRecovers()
  const [recovering, setRecovering] = useState<User | null>(null)
  const why = offline ? t`You need to be online to change people.` : null

  const columns: Column<User>[] = [
    {
      id: 'name',
      head: t`Name`,
      card: 'title',
      cell: (user) => (
        <span className="user-name">
          <b>{user.name}</b>
          {user.id === person.id ? (
            <span className="dim sm">
              {' '}
              <Trans>(you)</Trans>
            </span>
          ) : null}
          <span className="user-mail">{user.email ?? t`no email`}</span>
        </span>
      ),
    },
    ...(colleagues
      ? []
      : [
          {
            id: 'type',
            head: t`Role`,
            card: 'time' as const,
            cell: (user: User) => (
              <>
                {i18n._(wordOf(ROLE_WORDS, user.type))}
                {user.superadmin ? <span className="user-flag">{t`Superadmin`}</span> : null}
                {user.clinicName ? <span className="user-mail">{user.clinicName}</span> : null}
              </>
            ),
          },
        ]),
    {
      id: 'phone',
      head: t`Phone`,
      priority: 3,
      cell: (user) => <span className="nowrap">{user.phone ? showPhone(user.phone, countryOf(zone)) : t`none`}</span>,
    },
    {
      id: 'lang',
      head: t`Language`,
      priority: 3,
      cell: (user) => <span lang={user.lang}>{LANGUAGE_NAMES[user.lang]}</span>,
    },
    {
      id: 'signedInAt',
      head: t`Last sign-in`,
      priority: 2,
      card: colleagues ? 'time' : 'detail',
      cell: (user) =>
        user.signedInAt ? (
          <RelativeTime at={user.signedInAt} zone={zone} />
        ) : (
          <span className="dim">
            <Trans>never signed in</Trans>
          </span>
        ),
    },
    { id: 'status', head: t`Status`, card: 'status', cell: (user) => <UserStatus active={user.active} /> },
  ]

  const ask = (user: User, question: Question) => () => setAsking({ user, question })
  const itemsOf = (user: User) => [
    { id: 'edit', label: <Trans>Edit</Trans>, icon: <Pencil />, whyDisabled: why, onSelect: () => onEdit(user) },
    ...(recovers && acts.recover
      ? user.id === person.id
        ? []
        : [
            {
              id: 'recover',
              label: <Trans>Recover access</Trans>,
              icon: <KeyRound />,
              whyDisabled: why,
              onSelect: () => setRecovering(user),
            },
          ]
      : [
          {
            id: 'reset',
            label: <Trans>Send a link for a new password</Trans>,
            icon: <KeyRound />,
            whyDisabled: why,
            onSelect: ask(user, 'reset'),
          },
        ]),
    {
      id: 'end',
      label: <Trans>End all sessions</Trans>,
      icon: <LogOut />,
      whyDisabled: why,
      onSelect: ask(user, 'end'),
    },
    ...(user.id === person.id
      ? []
      : [
          user.active
            ? {
                id: 'passive',
                label: <Trans>Make inactive</Trans>,
                icon: <UserX />,
                whyDisabled: why,
                onSelect: ask(user, 'passive'),
              }
            : {
                id: 'active',
                label: <Trans>Make active</Trans>,
                icon: <UserCheck />,
                whyDisabled: why,
                onSelect: ask(user, 'active'),
              },
        ]),
    {
      id: 'audit',
      label: <Trans>What they have done</Trans>,
      icon: <History />,
      onSelect: () => void navigate({ to: '/audit', search: { actor: user.id } }),
    },
    ...(user.id === person.id
      ? []
      : [
          {
            id: 'delete',
            label: <Trans>Delete</Trans>,
            icon: <Trash2 />,
            danger: true,
            whyDisabled: why,
            onSelect: ask(user, 'delete'),
          },
        ]),
  ]

  const shown = asking ? questions(asking.user)[asking.question] : null
  const confirm = async () => {
    if (!asking || !shown) return
    const outcome = await shown.act()
    if (outcome.kind === 'done') {
      showToast({ kind: 'saved', title: shown.done })
      onChanged()
    } else showToast({ kind: 'failed', title: t`Not done: ${asking.user.name}`, text: words(outcome) })
  }
  return (
    <>
      <Table
        label={colleagues ? t`Users of this clinic` : t`Users`}
        columns={columns}
        rows={users}
        keyOf={(user) => user.id}
        menuOf={(user) => ({ name: user.name, items: itemsOf(user) })}
      />
      {recovering && (
        <RecoverDialog
          name={recovering.name}
          recover={(password) => acts.recover!(recovering.id, password)}
          onClose={() => setRecovering(null)}
        />
      )}
      {asking && shown && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsking(null)}
          title={shown.title}
          keep={<Trans>Leave as it is</Trans>}
          act={shown.verb}
          danger={asking.question === 'delete' || asking.question === 'passive'}
          onConfirm={confirm}
        >
          {shown.text}
        </ConfirmDialog>
      )}
    </>
  )
}
