import { placeOf } from '../../../contract/clinic/clinic.place.ts'
import './sign-in.css'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import type { ClinicFace } from '../../../contract/clinic/clinic.face.ts'
import { HostLogo } from '../clinic/host-logo.tsx'
import { knownFace } from '../../screen/queries-face.ts'
import { useFace } from '../../screen/face.ts'
import { tellFirstScreen } from '../../screen/first-screen.ts'
import type { BeadShape } from '../../ui/bead-states.ts'
import { Bead } from '../../ui/bead.tsx'
import { LanguageSelect } from './language-select.tsx'

/** The clinic of this host, first as last known, then as the server says; its name becomes the page's title. */
export function useHostFace(): ClinicFace | null {
  const [face, setFace] = useState<ClinicFace | null>(knownFace() ?? null)
  useFace(setFace)
  useEffect(tellFirstScreen, [])
  const name = face?.name ?? 'Bedside'
  useEffect(() => void (document.title = name), [name])
  return face
}

/** The frame of every page before sign-in (SCREENS B27): the clinic on one side, one form on the other. */
export function EntryPage({
  face,
  title,
  intro,
  wide,
  children,
}: {
  face: ClinicFace | null
  title: ReactNode
  intro?: ReactNode
  /** For forms with many fields. */
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className="sign-in">
      <BrandSide face={face} />
      <main className="sign-in-form clinic-page" data-wide={wide || undefined}>
        <div className="row sign-in-top">
          <LanguageSelect />
        </div>
        <div className="sign-in-body">
          <header>
            <h1>{title}</h1>
            {intro ? <p className="dim">{intro}</p> : null}
          </header>
          {children}
        </div>
      </main>
    </div>
  )
}

function BrandSide({ face }: { face: ClinicFace | null }) {
  const name = face?.name ?? 'Bedside'
  return (
    <aside className="sign-in-brand">
      <HostLogo face={face} className="sign-in-mark" />
      <p className="sign-in-name">{name}</p>
      <p className="sign-in-word">
        {face ? (
          <Trans>Appointments, test results and medication advice in one place, even offline.</Trans>
        ) : (
          <Trans>Appointments that go on offline.</Trans>
        )}
      </p>
      <div className="sign-in-motif" aria-hidden="true">
        {MOTIF.map((shape, i) => (
          <span key={i}>
            <Bead shape={shape} />
          </span>
        ))}
      </div>
      {face ? (
        <dl className="kv sign-in-facts">
          <div>
            <dt>
              <Trans>Address</Trans>
            </dt>
            <dd>{placeOf(face)}</dd>
          </div>
          {face.phone ? (
            <div>
              <dt>
                <Trans>Phone</Trans>
              </dt>
              <dd>
                <a href={`tel:${face.phone}`}>{face.phone}</a>
              </dd>
            </div>
          ) : null}
        </dl>
      ) : null}
    </aside>
  )
}

/** A day of visits, completed ones first. */
const MOTIF: readonly BeadShape[] = ['completed', 'completed', 'arrived', 'waiting', 'tentative']
