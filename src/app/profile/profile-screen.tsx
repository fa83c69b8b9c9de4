import '../../areas/clinic/clinic.css'
import '../../areas/profile/profile.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { ClinicForm } from '../../areas/clinic/clinic-form.tsx'
import { useClinic } from '../../areas/clinic/queries.ts'
import { useDoctors } from '../../areas/doctor/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { PROFILE_TABS } from '../../screen/search.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { FileImage } from '../../areas/file/file-image.tsx'
import { ListSkeleton, NotOnDevice } from '../../ui/states.tsx'
import { Tabs, type Tab } from '../../ui/tabs.tsx'
import { ROLE_WORDS } from '../../areas/user/user-words.ts'
import { AccountTab } from '../../areas/profile/account-tab.tsx'
import { ColleaguesTab } from '../../areas/profile/colleagues-tab.tsx'
import { DeviceTab } from './device-tab.tsx'
import { MedicalTab } from '../../areas/profile/medical-tab.tsx'
import { NotificationsTab } from '../../areas/profile/notifications-tab.tsx'
import { PersonalTab } from '../../areas/profile/personal-tab.tsx'
import { PhotoTab } from '../../areas/profile/photo-tab.tsx'
import { ProfessionalTab } from '../../areas/profile/professional-tab.tsx'
import { useOwnCard, useProfile } from '../../areas/profile/queries.ts'
import { SecurityTab } from '../../areas/profile/security-tab.tsx'
import { wordOf } from '../../i18n/word-of.ts'

const route = getRouteApi('/signed-in/profile')

/** /profile (SCREENS B2), for every kind of person: their details, their sign-in, what this device holds. */
export function ProfileScreen() {
  const { t, i18n } = useLingui()
  const { person } = useDevice()
  const { tab = 'personal' } = route.useSearch()
  const navigate = route.useNavigate()
  const profile = useProfile()
  const card = useOwnCard()
  const doctor = useDoctors()?.get(person.type === 'doctor' ? person.id : '')
  const clinic = useClinic(person.type === 'clinic' ? person.clinicId : null)
  if (profile === undefined) return <ListSkeleton />
  if (profile === null) return <NotOnDevice />
  const tabs: Tab[] = [
    { id: 'personal', label: t`Personal`, content: <PersonalTab profile={profile} /> },
    ...(person.type === 'patient' && card
      ? [{ id: 'medical', label: t`Medical`, content: <MedicalTab key={card.version} card={card} /> }]
      : []),
    ...(doctor
      ? [
          {
            id: 'professional',
            label: t`Professional`,
            content: <ProfessionalTab key={doctor.version} doctor={doctor} />,
          },
        ]
      : []),
    ...(clinic ? [{ id: 'clinic', label: t`Clinic`, content: <ClinicForm key={clinic.id} clinic={clinic} /> }] : []),
    { id: 'notifications', label: t`Notifications`, content: <NotificationsTab profile={profile} /> },
    { id: 'photo', label: t`Photo`, content: <PhotoTab profile={profile} /> },
    { id: 'security', label: t`Security`, content: <SecurityTab /> },
    { id: 'device', label: t`This device`, content: <DeviceTab /> },
    ...(person.type === 'clinic' ? [{ id: 'users', label: t`Users`, content: <ColleaguesTab /> }] : []),
    { id: 'account', label: t`My data`, content: <AccountTab /> },
  ]
  return (
    <div className="profile">
      <header className="profile-head">
        <FileImage
          id={profile.photoId}
          size={96}
          of={{ table: 'person', id: profile.id }}
          alt=""
          className="profile-photo"
          fallback={<Avatar name={profile.name} />}
        />
        <div>
          <h2>{profile.name}</h2>
          <p className="dim">
            {i18n._(wordOf(ROLE_WORDS, profile.type))}
            {profile.superadmin ? (
              <>
                {' · '}
                <Trans>Superadmin</Trans>
              </>
            ) : null}
          </p>
        </div>
      </header>
      <Tabs
        label={t`Profile`}
        tabs={tabs}
        value={tabs.some(({ id }) => id === tab) ? tab : 'personal'}
        onChange={(id) => void navigate({ search: { tab: PROFILE_TABS.find((each) => each === id) }, replace: true })}
      />
    </div>
  )
}
