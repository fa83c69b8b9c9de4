import './video.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, ArrowUpToLine, Clapperboard, Play, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FileImage } from '../file/file-image.tsx'
import { formatDate } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { changeOf, RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { Freshness, OfflineBar } from '../../screen/freshness.tsx'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { useSaySaved } from '../../screen/say-saved.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { MenuItem } from '../../ui/menu-items.ts'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { deleteVideo, moveVideo } from './commands.ts'
import { useVideos, type ShownVideo } from './queries.ts'
import { VideoForm } from './video-form.tsx'
import { VideoPlayer } from './video-player.tsx'

type Open = { readonly kind: 'new' } | { readonly kind: 'play' | 'delete'; readonly video: ShownVideo }

/** /video (SCREENS B18): a doctor's videos in the order patients see. */
export function VideosScreen() {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const say = useSaySaved()
  const videos = useVideos()
  const [open, setOpen] = useState<Open | null>(null)
  if (!videos) return <ListSkeleton />
  const needsNetwork = offline ? i18n._(messages.offline) : null
  const add = (
    <Button look="primary" onClick={() => setOpen({ kind: 'new' })}>
      <Plus aria-hidden="true" />
      <Trans>Add a video</Trans>
    </Button>
  )
  const itemsOf = (video: ShownVideo): readonly MenuItem[] => {
    const at = videos.indexOf(video)
    const move = (id: string, label: string, icon: React.ReactNode, to: number): MenuItem => ({
      id,
      label,
      icon,
      onSelect: () => void say(() => moveVideo(device, videos, video.id, to), t`Put in order: ${video.title}`),
    })
    return [
      ...(at > 1 ? [move('top', t`To the top`, <ArrowUpToLine />, 0)] : []),
      ...(at > 0 ? [move('up', t`One up`, <ArrowUp />, at - 1)] : []),
      ...(at < videos.length - 1 ? [move('down', t`One down`, <ArrowDown />, at + 1)] : []),
      {
        id: 'delete',
        label: t`Delete`,
        icon: <Trash2 />,
        danger: true,
        onSelect: () => setOpen({ kind: 'delete', video }),
      },
    ]
  }
  const close = () => setOpen(null)

  return (
    <div className="stack">
      <OfflineBar />
      <Card
        flush
        title={<Trans>My videos</Trans>}
        count={videos.length > 0 && <Plural value={videos.length} one="# video" other="# videos" />}
        aside={
          <>
            <Freshness />
            {videos.length > 0 && add}
          </>
        }
      >
        {videos.length === 0 ? (
          <NeverFilled>
            <Empty icon={<Clapperboard className="icon-lg" />} title={<Trans>No videos yet</Trans>} action={add}>
              <Trans>Paste the code part of your video link.</Trans>
            </Empty>
          </NeverFilled>
        ) : (
          <Table
            label={t`My videos`}
            rows={videos}
            keyOf={({ id }) => id}
            columns={[
              {
                id: 'picture',
                head: <span className="vh">{t`Picture`}</span>,
                card: 'detail',
                cell: ({ id, thumbnailId }) => (
                  <span className="video-still small">
                    <FileImage
                      id={thumbnailId}
                      size={96}
                      of={{ table: 'video', id }}
                      alt=""
                      fallback={<Clapperboard aria-hidden="true" />}
                    />
                  </span>
                ),
              },
              { id: 'title', head: <Trans>Video</Trans>, card: 'title', cell: ({ title }) => title },
              {
                id: 'code',
                head: <Trans>Code</Trans>,
                card: 'detail',
                cell: ({ code }) => <span className="video-code">{code}</span>,
              },
              {
                id: 'added',
                head: <Trans>Added</Trans>,
                priority: 2,
                card: 'time',
                cell: ({ createdAt }) => <span className="nowrap">{formatDate(createdAt, device.zone)}</span>,
              },
            ]}
            markOf={changeOf}
            tagOf={(video) => <RecordChange of={video} />}
            actionOf={(video) => (
              <Button small whyDisabled={needsNetwork} showWhy={false} onClick={() => setOpen({ kind: 'play', video })}>
                <Play aria-hidden="true" />
                <Trans>Play</Trans>
              </Button>
            )}
            menuOf={(video) => ({ name: video.title, items: itemsOf(video) })}
          />
        )}
      </Card>
      {open?.kind === 'new' && <VideoForm onClose={close} />}
      {open?.kind === 'play' && <VideoPlayer video={open.video} onClose={close} />}
      {open?.kind === 'delete' && <DeleteDialog video={open.video} onClose={close} />}
    </div>
  )
}

function DeleteDialog({ video, onClose }: { video: ShownVideo; onClose: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const say = useSaySaved()
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Delete the video “{video.title}”?</Trans>}
      keep={<Trans>Keep it</Trans>}
      act={<Trans>Delete</Trans>}
      onConfirm={async () => {
        // without room on the device the question stays open
        if (!(await say(() => deleteVideo(device, video.id), t`Deleted: ${video.title}`))) throw new Error('not saved')
      }}
    >
      <Trans>It is no longer shown to patients. On the platform it stays as it is. No message is sent.</Trans>
    </ConfirmDialog>
  )
}
