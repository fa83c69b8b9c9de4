import '../user/user.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../contract/user/user.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FreshLine } from '../../ui/fresh-line.tsx'
import { ListSkeleton, LoadError, NotOnDevice } from '../../ui/states.tsx'
import { colleagueActs } from '../user/commands.ts'
import { useColleagues } from '../user/queries.ts'
import { UserForm } from '../user/user-form.tsx'
import { UserTable } from '../user/user-table.tsx'

/** The users of one's own clinic, who manage each other (rule 48). */
export function ColleaguesTab() {
  const { t } = useLingui()
  const { zone } = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const { value, problem, asking, at, again } = useColleagues()
  const [editing, setEditing] = useState<User | 'new' | null>(null)
  if (!value)
    return problem?.kind === 'unreachable' ? (
      <NotOnDevice action={<Button onClick={again}>{t`Try again`}</Button>}>
        <Trans>The clinic’s users are not kept on devices. Go online to see the list.</Trans>
      </NotOnDevice>
    ) : problem ? (
      <LoadError onRetry={again}>{words(problem)}</LoadError>
    ) : (
      <ListSkeleton rows={3} />
    )
  return (
    <div className="stack">
      {problem && <LoadError onRetry={again}>{words(problem)}</LoadError>}
      <Card
        flush
        title={<Trans>Users of this clinic</Trans>}
        count={value.total}
        aside={<FreshLine at={at} zone={zone} offline={offline} refreshing={asking} onRefresh={again} />}
      >
        <UserTable users={value.users} acts={colleagueActs} colleagues onEdit={setEditing} onChanged={again} />
      </Card>
      <div>
        <Button
          whyDisabled={offline ? t`You need to be online to change people.` : null}
          onClick={() => setEditing('new')}
        >
          <Plus aria-hidden="true" />
          <Trans>New user of this clinic</Trans>
        </Button>
      </div>
      {editing && (
        <UserForm
          user={editing === 'new' ? null : editing}
          acts={colleagueActs}
          colleagues
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null)
            again()
          }}
        />
      )}
    </div>
  )
}
