import './clinic.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Hospital, Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Freshness, OfflineBar } from '../../screen/freshness.tsx'
import { useListAddress } from '../../screen/list-address.ts'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { ClinicSearch } from '../../screen/search.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChipMenu, Chips } from '../../ui/chip.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, EmptyByFilter, ListSkeleton } from '../../ui/states.tsx'
import { SearchInput } from '../../ui/text-input.tsx'
import { filterClinics } from './clinic-list.ts'
import { ClinicTable } from './clinic-table.tsx'
import { useClinics } from './queries.ts'

/**
 * /clinic (admin, SCREENS B4): every clinic with its addresses; of a private one only its own row, none of its records
 * (rule 48).
 */
export function ClinicsScreen() {
  const { t, i18n } = useLingui()
  const clinics = useClinics()
  const { search, set } = useListAddress('clinic', ClinicSearch)
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed)
  const all = [...(clinics?.values() ?? [])]
    .filter(({ deletedAt }) => !deletedAt)
    .toSorted((a, b) => a.name.localeCompare(b.name, i18n.locale))
  const found = filterClinics(all, search, words)
  const { status, private: isPrivate, city, host, size = 20 } = search
  const pages = Math.max(1, Math.ceil(found.length / size))
  const page = Math.min(search.page ?? 1, pages)
  const filtered = [status, isPrivate, city, host].some((each) => each !== undefined)
  const clear = () => {
    setTyped('')
    set({ status: undefined, private: undefined, city: undefined, host: undefined })
  }
  const cities = [...new Set(all.map((clinic) => clinic.city))].toSorted((a, b) => a.localeCompare(b, i18n.locale))
  if (!clinics) return <ListSkeleton />
  const open = (
    <Link to="/clinic/$id" params={{ id: 'new' }} className="btn primary">
      <Plus aria-hidden="true" />
      <Trans>New clinic</Trans>
    </Link>
  )
  return (
    <>
      <div className="clinic-head no-print">
        <SearchInput
          label={t`Search by name, city or address`}
          placeholder={t`Name, city or address`}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            if (search.page) set({})
          }}
        />
        {open}
      </div>
      <Chips label={t`Filters`}>
        <ChipMenu
          single
          label={t`Status`}
          values={status ? [status] : []}
          options={[
            { value: 'active', label: t({ message: 'Active', context: 'clinic' }) },
            { value: 'passive', label: t({ message: 'Inactive', context: 'clinic' }) },
          ]}
          onChange={([chosen]) => set({ status: chosen === 'active' || chosen === 'passive' ? chosen : undefined })}
        />
        <ChipMenu
          single
          label={t`Private use`}
          values={isPrivate === undefined ? [] : [String(isPrivate)]}
          options={[
            { value: 'true', label: t`Private` },
            { value: 'false', label: t`Public` },
          ]}
          onChange={([chosen]) => set({ private: chosen === undefined ? undefined : chosen === 'true' })}
        />
        <ChipMenu
          single
          label={t`City`}
          values={city ? [city] : []}
          options={cities.map((each) => ({ value: each, label: each }))}
          onChange={([chosen]) => set({ city: chosen })}
        />
        <ChipMenu
          single
          label={t`Panel address`}
          values={host ? [host] : []}
          options={[
            { value: 'on', label: t`Panel address on` },
            { value: 'off', label: t`Panel address off` },
          ]}
          onChange={([chosen]) => set({ host: chosen === 'on' || chosen === 'off' ? chosen : undefined })}
        />
        {filtered && (
          <Button look="quiet" small onClick={clear}>
            <Trans>Clear filters</Trans>
          </Button>
        )}
      </Chips>
      <OfflineBar />
      {all.length === 0 ? (
        <NeverFilled>
          <Empty icon={<Hospital />} title={<Trans>Add the first clinic</Trans>} action={open}>
            <Trans>A clinic has its own address, colour and people.</Trans>
          </Empty>
        </NeverFilled>
      ) : (
        <Card flush title={<Trans>Clinics</Trans>} count={String(found.length)} aside={<Freshness />}>
          {found.length ? (
            <ClinicTable clinics={found.slice((page - 1) * size, page * size)} />
          ) : (
            <EmptyByFilter onClear={clear}>
              <Trans>There are {all.length} without filters.</Trans>
            </EmptyByFilter>
          )}
          {found.length > 0 && (
            <Pager
              page={page}
              pages={pages}
              shown={Math.min(size, found.length - (page - 1) * size)}
              total={found.length}
              size={size}
              onPage={(next) => set({ page: next })}
              onSize={(next) => set({ size: next })}
            />
          )}
        </Card>
      )}
    </>
  )
}
