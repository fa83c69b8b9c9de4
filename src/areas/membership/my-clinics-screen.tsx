import { Trans } from '@lingui/react/macro'
import { useDoctor } from '../doctor/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { OfflineBar } from '../../screen/freshness.tsx'
import { Card } from '../../ui/card.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { MyProposals } from './proposals.tsx'
import { MyInvitations } from './my-invitations.tsx'
import { MembershipList } from './membership-list.tsx'

/**
 * /my-clinics: where a doctor works and on what terms, and which clinics invite them (rules 33, 53). The doctor decides
 * here.
 */
export function MyClinicsScreen() {
  const { person } = useDevice()
  const doctor = useDoctor(person.id)
  return (
    <div className="stack">
      <OfflineBar />
      <MyInvitations />
      <MyProposals />
      <Card title={<Trans>Where you work</Trans>}>
        {doctor ? <MembershipList doctor={doctor} /> : <ListSkeleton rows={2} />}
      </Card>
    </div>
  )
}
