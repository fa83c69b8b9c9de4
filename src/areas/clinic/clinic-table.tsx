import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Shown } from '../../db/row.ts'
import { FileImage } from '../file/file-image.tsx'
import { changeOf, RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { Bead } from '../../ui/bead.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import { useClinicActs } from './clinic-acts.tsx'
import { useDoctorCounts, usePatientCounts } from './queries.ts'

/** Clinics with their addresses, people and acts (SCREENS B4). */
export function ClinicTable({ clinics }: { clinics: readonly Shown<'clinic'>[] }) {
  const { t } = useLingui()
  const { zone } = useDevice()
  const doctors = useDoctorCounts()
  const patients = usePatientCounts()
  const { itemsOf, dialogs } = useClinicActs()
  const count = (clinic: Shown<'clinic'>, n: number | undefined) =>
    clinic.private ? (
      <span className="dim">
        <Trans>hidden</Trans>
      </span>
    ) : (
      (n ?? '–')
    )
  const columns: Column<Shown<'clinic'>>[] = [
    {
      id: 'name',
      head: t`Clinic`,
      card: 'title',
      cell: (clinic) => (
        <span className="clinic-name-cell">
          <FileImage
            id={clinic.logoId}
            size={96}
            of={{ table: 'clinic', id: clinic.id }}
            alt=""
            className="clinic-mark"
            fallback={[...clinic.name][0]}
          />
          <span>
            <Link to="/clinic/$id" params={{ id: clinic.id }}>
              {clinic.name}
            </Link>
            {clinic.private ? (
              <span className="clinic-flag">
                <Trans>Private</Trans>
              </span>
            ) : null}
          </span>
        </span>
      ),
    },
    { id: 'city', head: t`City`, card: 'detail', cell: ({ city }) => city },
    {
      id: 'panel',
      head: t`Panel address`,
      card: 'detail',
      cell: ({ panelUrl, panelUrlStatus }) => <Host host={panelUrl} on={panelUrlStatus !== false} />,
    },
    {
      id: 'web',
      head: t`Website`,
      priority: 3,
      cell: ({ webUrl, webUrlStatus }) => <Host host={webUrl} on={webUrlStatus !== false} />,
    },
    {
      id: 'doctors',
      head: t`Doctors`,
      end: true,
      priority: 2,
      cell: (clinic) => count(clinic, doctors ? (doctors.get(clinic.id) ?? 0) : undefined),
    },
    {
      id: 'patients',
      head: t`Patients`,
      end: true,
      priority: 2,
      cell: (clinic) => count(clinic, patients.get(clinic.id)),
    },
    {
      id: 'updated',
      head: t`Changed`,
      priority: 3,
      cell: ({ updatedAt }) => (updatedAt ? <RelativeTime at={updatedAt} zone={zone} /> : null),
    },
    {
      id: 'status',
      head: t`Status`,
      card: 'status',
      cell: ({ active }) => (
        <span className="badge" data-tone={active ? 'completed' : 'cancelled'}>
          <Bead shape={active ? 'completed' : 'cancelled'} />
          {active ? <Trans context="clinic">Active</Trans> : <Trans context="clinic">Inactive</Trans>}
        </span>
      ),
    },
  ]
  return (
    <>
      <Table
        label={t`Clinics`}
        columns={columns}
        rows={clinics}
        keyOf={({ id }) => id}
        markOf={changeOf}
        tagOf={(clinic) => <RecordChange of={clinic} />}
        menuOf={(clinic) => ({ name: clinic.name, items: itemsOf(clinic) })}
      />
      {dialogs}
    </>
  )
}

/** An address and whether it is in use: a dot, with a word for screen readers. */
function Host({ host, on }: { host: string | null; on: boolean }) {
  if (!host)
    return (
      <span className="dim">
        <Trans>none</Trans>
      </span>
    )
  return (
    <span className="clinic-host">
      <span className={on ? 'host-dot on' : 'host-dot'} aria-hidden="true" />
      <span>
        {/* lets a long host break at a dot, never within a word */}
        {host.split('.').map((part, i) => (
          <Fragment key={i}>
            {i > 0 && (
              <>
                <wbr />.
              </>
            )}
            {part}
          </Fragment>
        ))}
      </span>
      <span className="vh">{on ? <Trans>answers</Trans> : <Trans>switched off</Trans>}</span>
    </span>
  )
}
