import './user.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, UserCog } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { ROLES } from '../../../contract/kernel/call.ts'
import type { User } from '../../../contract/user/user.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import type { UserSearch } from '../../screen/search.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChipMenu, Chips, FilterChip } from '../../ui/chip.tsx'
import { FreshLine } from '../../ui/fresh-line.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, EmptyByFilter, ListSkeleton, LoadError, NotOnDevice } from '../../ui/states.tsx'
import { SearchInput } from '../../ui/text-input.tsx'
import { userActs } from './commands.ts'
import { useClinicOptions, useUsers } from './queries.ts'
import { UserForm } from './user-form.tsx'
import { UserTable } from './user-table.tsx'
import { ROLE_WORDS } from './user-words.ts'
import { wordOf } from '../../i18n/word-of.ts'

const route = getRouteApi('/signed-in/user')

/** /user (superadmin, SCREENS B25): people of all kinds except those of private clinics (rules 47, 48). Online only. */
export function UsersScreen() {
  const { t, i18n } = useLingui()
  const { zone } = useDevice()
  const offline = useIsOffline()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const problemWords = useProblemWords()
  // SPEC §8: a list of users without its status is a server error
  const words = (problem: Problem) =>
    problem.kind === 'broken' ? i18n._(messages.server_error) : problemWords(problem)
  const clinics = useClinicOptions()
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed)
  const [editing, setEditing] = useState<User | 'new' | null>(null)
  const { value, problem, asking, at, again } = useUsers(search, keyword)
  const set = (patch: Partial<UserSearch>) =>
    void navigate({ search: { ...search, page: undefined, ...patch }, replace: true, resetScroll: false })
  const filters = [search.type, search.superadmin, search.clinic, search.status].filter(
    (each) => each !== undefined,
  ).length
  const clear = () => {
    setTyped('')
    set({ type: undefined, superadmin: undefined, clinic: undefined, status: undefined })
  }
  return (
    <>
      <div className="user-head no-print">
        <SearchInput
          label={t`Search by name, email or phone`}
          placeholder={t`Name, email or phone`}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            if (search.page) set({})
          }}
        />
        <Button
          look="primary"
          className="user-new"
          whyDisabled={offline ? t`You need to be online to change people.` : null}
          showWhy={false}
          onClick={() => setEditing('new')}
        >
          <Plus aria-hidden="true" />
          <span>
            <Trans>New user</Trans>
          </span>
        </Button>
      </div>
      <Chips label={t`Filters`}>
        <ChipMenu
          single
          label={t`Role`}
          values={search.type ? [search.type] : []}
          options={ROLES.map((each) => ({ value: each, label: i18n._(wordOf(ROLE_WORDS, each)) }))}
          onChange={([chosen]) => set({ type: ROLES.find((each) => each === chosen) })}
        />
        <ChipMenu
          single
          label={t`Clinic`}
          values={search.clinic ? [search.clinic] : []}
          options={clinics}
          onChange={([chosen]) => set({ clinic: chosen })}
        />
        <ChipMenu
          single
          label={t`Status`}
          values={search.status ? [search.status] : []}
          options={[
            { value: 'active', label: t({ message: 'Active', context: 'person' }) },
            { value: 'passive', label: t({ message: 'Inactive', context: 'person' }) },
          ]}
          onChange={([chosen]) => set({ status: chosen === 'active' || chosen === 'passive' ? chosen : undefined })}
        />
        <FilterChip
          on={search.superadmin === true}
          onToggle={() => set({ superadmin: search.superadmin ? undefined : true })}
        >
          <Trans>Superadmins</Trans>
        </FilterChip>
        {filters > 0 && (
          <Button look="quiet" small onClick={clear}>
            <Trans>Clear filters</Trans>
          </Button>
        )}
      </Chips>
      {problem && value && <LoadError onRetry={again}>{words(problem)}</LoadError>}
      {!value ? (
        problem ? (
          problem.kind === 'unreachable' ? (
            <NotOnDevice action={<Button onClick={again}>{t`Try again`}</Button>}>
              <Trans>Users are not kept on devices. Go online to see the list.</Trans>
            </NotOnDevice>
          ) : (
            <LoadError onRetry={again}>{words(problem)}</LoadError>
          )
        ) : (
          <ListSkeleton />
        )
      ) : (
        <Card
          flush
          title={<Trans>Users</Trans>}
          count={value.more ? t`more than ${value.total}` : String(value.total)}
          aside={<FreshLine at={at} zone={zone} offline={offline} refreshing={asking} onRefresh={again} />}
        >
          {value.users.length ? (
            <UserTable users={value.users} acts={userActs} onEdit={setEditing} onChanged={again} />
          ) : filters || keyword.trim() ? (
            <EmptyByFilter onClear={clear} />
          ) : (
            <Empty icon={<UserCog />} title={<Trans>No one here yet</Trans>} />
          )}
          {value.total > 0 && (
            <Pager
              page={search.page ?? 1}
              pages={value.pages}
              shown={value.users.length}
              total={value.total}
              size={search.size ?? 20}
              onPage={(page) => set({ page })}
              onSize={(size) => set({ size })}
            />
          )}
        </Card>
      )}
      {editing && (
        <UserForm
          user={editing === 'new' ? null : editing}
          acts={userActs}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null)
            again()
          }}
        />
      )}
    </>
  )
}
