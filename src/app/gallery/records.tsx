import { Trans, useLingui } from '@lingui/react/macro'
import { Bed, Repeat, Tablet, Undo2, Video } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { ChangeTag, VisitBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, KeyValues } from '../../ui/card.tsx'
import { Figures } from '../../ui/figures.tsx'
import { LazyImage } from '../../ui/lazy-image.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { RailCard, RailGap, RailItem, RailNow, TimeRail } from '../../ui/time-rail.tsx'
import { History, Timeline } from '../../ui/timeline.tsx'
import { Part } from './part.tsx'

/** A day on the rail, a record's history, figures, facts, pictures. */
export function Records() {
  return (
    <>
      <Day />
      <Record />
    </>
  )
}

function Day() {
  const { t } = useLingui()
  const minutes = '20 min'
  return (
    <Part title={<Trans>Time rail</Trans>} help={<Trans>Time, bead, what.</Trans>}>
      <Figures
        items={[
          { id: 'today', label: <Trans>Today</Trans>, value: 10 },
          { id: 'waiting', label: <Trans>Waiting</Trans>, value: 4, bead: 'waiting' },
          { id: 'arrived', label: <Trans>Arrived</Trans>, value: 2, bead: 'arrived' },
          { id: 'completed', label: <Trans>Completed</Trans>, value: 2, bead: 'completed' },
          { id: 'close', label: <Trans>To complete</Trans>, value: 1, bead: 'to-close' },
        ]}
      />
      <TimeRail label={t`Visits today`}>
        <RailItem time="08:40" detail={minutes} state="completed">
          <RailCard
            look="done"
            name="Nuriye Kırımlıoğlu"
            after="71 · K"
            meta={[{ icon: <Bed />, text: t`Bed 214` }]}
            side={<VisitBadge state="completed" />}
          />
        </RailItem>
        <RailItem time="09:20" detail={minutes} state="cancelled">
          <RailCard
            look="off"
            name={<s>Hüseyin Şahbazoğlu</s>}
            after="46 · E"
            meta={[{ text: t`The patient cancelled at 08:12` }]}
            side={<VisitBadge state="cancelled" />}
          />
        </RailItem>
        <RailItem time="09:40" detail={minutes} state="completed">
          <RailCard
            look="pending"
            name="Ayşe Karaosmanoğlu"
            after="34 · K"
            meta={[{ icon: <Bed />, text: t`Bed 207` }, { text: t`You completed it at 10:58 · 1 note` }]}
            side={
              <>
                <div className="stack-2">
                  <VisitBadge state="completed" />
                  <ChangeTag state="pending" />
                </div>
                <Button small>
                  <Undo2 />
                  <Trans>Undo</Trans>
                </Button>
              </>
            }
          />
        </RailItem>
        <RailNow time="11:07" label={t`Now, 11:07`} />
        <RailItem time="11:30" detail={minutes} state="arrived">
          <RailCard
            look="here"
            name="Gülsüm Yağmurcuoğlu"
            after="29 · K"
            meta={[{ icon: <Repeat />, text: t`Follow-up` }]}
            side={<VisitBadge state="arrived" />}
          />
        </RailItem>
        <RailItem time="11:50" detail={minutes} state="waiting">
          <RailCard
            name="Çiğdem Büyükşahin"
            after="41 · K"
            meta={[{ icon: <Video />, text: t`Online; you can join when the connection is back` }]}
            side={<VisitBadge state="waiting" />}
          />
        </RailItem>
        <RailItem time="12:10" detail={minutes} state="tentative">
          <RailCard
            look="tentative"
            name="Işıl Öztürkoğlu"
            after="52 · K"
            meta={[{ icon: <Tablet />, text: t`Booked on this device at 10:51` }]}
            side={
              <div className="stack-2">
                <VisitBadge state="tentative" />
                <ChangeTag state="pending" />
              </div>
            }
          />
        </RailItem>
        <RailGap time="12:30">
          <Trans>60 minutes free</Trans>
        </RailGap>
        <RailItem time="13:30" detail={minutes} state="to-close">
          <RailCard name="Abdurrahman Kızıltepelioğlu" after="77 · E" side={<VisitBadge state="to-close" />} />
        </RailItem>
      </TimeRail>
    </Part>
  )
}

function Record() {
  const { t } = useLingui()
  return (
    <Part title={<Trans>A record</Trans>}>
      <Card>
        <Timeline
          label={t`History of the status`}
          steps={[
            { id: '1', bead: 'saved', title: t`Created`, lines: ['14.11.2026 16:03', t`Patient · telephone`] },
            { id: '2', bead: 'saved', title: t`Paid`, lines: ['14.11.2026 16:05'] },
            {
              id: '3',
              bead: 'arrived',
              title: t`Arrived`,
              lines: ['20.11.2026 11:01', t`Kiosk, ground floor`],
              open: true,
            },
            { id: '4', bead: 'waiting', title: t`To be completed`, lines: [t`At 11:15 at the earliest`] },
          ]}
        />
      </Card>
      <div className="gallery-columns">
        <Card
          title={<Trans>Patient</Trans>}
          aside={
            <a href="#file">
              <Trans>Open the file</Trans>
            </a>
          }
        >
          <div className="stack">
            <div className="row">
              <Avatar large name="Gülsüm Yağmurcuoğlu" />
              <b>Gülsüm Yağmurcuoğlu</b>
              <Avatar name="Doç. Dr. Emre Tunçbilek" label="Doç. Dr. Emre Tunçbilek" />
            </div>
            <KeyValues
              items={[
                { key: t`Telephone`, value: '+90 532 555 04 17' },
                { key: t`Email`, value: t`none, told by SMS` },
                { key: t`Allergy`, value: <span className="danger-text">Lateks</span> },
              ]}
            />
          </div>
        </Card>
        <Card title={<Trans>History</Trans>}>
          <History
            label={t`History`}
            entries={[
              {
                id: '1',
                when: '11:01',
                what: t`Marked as arrived`,
                who: t`Kiosk “ground floor”, offline; received at 11:03`,
              },
              { id: '2', when: '18.11.', what: t`Moved from 11:00 to 11:30`, who: 'Selin Arıkan' },
            ]}
          />
        </Card>
        <Card>
          <div className="stack">
            <ProgressBar label={<Trans>Profile complete</Trans>} value={72} />
            <ProgressBar label={<Trans>Upload</Trans>} value={0} />
            <LazyImage src="/no-such-picture.png" alt={t`Diploma`} width={160} height={90} fallback={t`No picture`} />
          </div>
        </Card>
      </div>
    </Part>
  )
}
