import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Doctor } from '../../../contract/doctor/doctor.ts'
import { useWords } from '../catalog/queries.ts'
import { useClinics } from '../clinic/queries.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { pickText, type Multilingual } from '../../i18n/multilingual.ts'
import { Card, KeyValues } from '../../ui/card.tsx'
import { DoctorAvatar } from './doctor-avatar.tsx'
import { DoctorRating } from './doctor-rating.tsx'
import { fullName, languageNames, useSpecialty } from './doctor-words.ts'

/** Who a doctor is, from the card: picture, texts in the reader's language, training and places. */
export function AboutDoctor({ doctor, children }: { doctor: Doctor; children: ReactNode }) {
  const language = useLanguage()
  const specialty = useSpecialty()
  const clinics = useClinics()
  const diseases = useWords('disease')
  const treatments = useWords('treatment')
  const places = doctor.clinicIds.flatMap((id) => clinics?.get(id)?.name ?? [])
  const named = (ids: readonly string[], words: typeof diseases) =>
    ids.flatMap((id) => pickText(words?.find((word) => word.id === id)?.name ?? [], language)?.value ?? []).join(', ')
  const facts = [
    { key: <Trans>Clinic</Trans>, value: places.join(', ') },
    { key: <Trans>City</Trans>, value: doctor.city },
    { key: <Trans>Languages</Trans>, value: languageNames(doctor.languages, language) },
    { key: <Trans>Graduated from</Trans>, value: doctor.diploma },
    { key: <Trans>Specialist training</Trans>, value: doctor.specialization },
    { key: <Trans>Practising since</Trans>, value: doctor.serviceStart?.slice(0, 4) ?? '' },
    { key: <Trans>Certificates</Trans>, value: doctor.certificates.join(', ') },
    { key: <Trans>Diseases</Trans>, value: named(doctor.diseaseIds, diseases) },
    { key: <Trans>Treatments</Trans>, value: named(doctor.treatmentIds, treatments) },
  ].filter(({ value }) => value)
  return (
    <Card>
      <div className="about-head">
        <DoctorAvatar doctor={doctor} large />
        <div className="grow stack-2">
          <h2 className="doctor-name">{fullName(doctor)}</h2>
          <p className="row wrap">
            <span className="dim">{specialty(doctor)}</span> <DoctorRating doctor={doctor} />
          </p>
          <Words texts={doctor.shortDescription} />
        </div>
      </div>
      <div className="stack about-text">
        <Words texts={doctor.description} />
        <Words texts={doctor.expertise} />
        {facts.length > 0 && <KeyValues items={facts} />}
        {children}
      </div>
    </Card>
  )
}

/** A text in the reader's language, otherwise in one that is filled, marked as such (rule 80). */
function Words({ texts }: { texts: Multilingual }) {
  const text = pickText(texts, useLanguage())
  return (
    text && (
      <p className="about-words" lang={text.lang}>
        {text.value}
      </p>
    )
  )
}
