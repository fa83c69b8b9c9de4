import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { QueuedCall } from '../../contract/calls.ts'
import type { Entry } from '../db/entry.ts'
import { formatDateTime } from '../i18n/format.ts'
import { messageFor } from '../i18n/messages.ts'
import { useDevice } from './device.ts'
import type { EntryRecord } from './queries-waiting.ts'
import { knownOr } from '../i18n/word-of.ts'

/** A change in words: "Visit completed", whose and when. */
export function useEntryWords() {
  const { i18n, t } = useLingui()
  const isPatient = useDevice().person.type === 'patient'
  return {
    title: (entry: Entry) => i18n._(knownOr(TITLES, entry.call, msg`Change of another version`)),
    about: (record: EntryRecord | undefined) =>
      [record?.name, record?.start ? formatDateTime(record.start, record.zone) : null].filter(Boolean).join(' · '),
    /** Why it needs a person's decision. */
    reason: ({ problem }: Entry) =>
      !problem
        ? ''
        : problem.code
          ? i18n._(messageFor(problem.code, isPatient))
          : problem.kind === 'stuck'
            ? t`The server has failed at this many times.`
            : problem.kind === 'unknown'
              ? t`This change was made with another version of the app, and this version does not know it.`
              : t`The app and the server do not understand each other here. Update the app, or save this as a file and call support.`,
  }
}

const TITLES: Readonly<Record<QueuedCall, MessageDescriptor>> = {
  'appointment.book': msg`New appointment`,
  'appointment.update': msg`Appointment edited`,
  'appointment.complete': msg`Appointment completed`,
  'appointment.reopen': msg`Completion undone`,
  'appointment.cancel': msg`Appointment cancelled`,
  'appointment.move': msg`Appointment moved`,
  'appointment.arrive': msg`Checked in`,
  'appointment.unarrive': msg`Check-in undone`,
  'appointment.noShow': msg`Marked as no-show`,
  'appointment.confirm': msg`Appointment confirmed`,
  'appointment.unconfirm': msg`Confirmation removed`,
  'availability.add': msg`New hours`,
  'availability.price': msg`Price of hours changed`,
  'availability.activate': msg`Hours made active`,
  'availability.passivate': msg`Hours made inactive`,
  'busy.add': msg`Time closed`,
  'busy.remove': msg`Time opened again`,
  'closure.add': msg`Clinic closed`,
  'closure.remove': msg`Clinic opened again`,
  'visittype.add': msg`New appointment type`,
  'visittype.update': msg`Appointment type edited`,
  'visittype.archive': msg`Appointment type archived`,
  'patient.add': msg`New patient`,
  'branch.add': msg`New specialty`,
  'clinic.update': msg`Clinic edited`,
  'branch.update': msg`Specialty edited`,
  'branch.delete': msg`Specialty deleted`,
  'symptom.add': msg`New symptom`,
  'symptom.update': msg`Symptom edited`,
  'symptom.delete': msg`Symptom deleted`,
  'disease.add': msg`New disease`,
  'disease.update': msg`Disease edited`,
  'disease.delete': msg`Disease deleted`,
  'treatment.add': msg`New treatment`,
  'treatment.update': msg`Treatment edited`,
  'treatment.delete': msg`Treatment deleted`,
  'doctor.update': msg`Doctor edited`,
  'notification.read': msg`Notification read`,
  'email.update': msg`Template edited`,
  'profile.update': msg`Profile changed`,
  'patient.update': msg`Patient record edited`,
  'patient.addNote': msg`New note`,
  'patient.editNote': msg`Note edited`,
  'patient.deleteNote': msg`Note deleted`,
  'patient.addFile': msg`New file`,
  'patient.deleteFile': msg`File deleted`,
  'recipe.add': msg`New medication advice`,
  'recipe.delete': msg`Medication advice deleted`,
  'question.ask': msg`Question to a doctor`,
  'question.answer': msg`Question answered`,
  'question.publish': msg`Question published`,
  'question.unpublish': msg`Question withdrawn`,
  'question.delete': msg`Question deleted`,
  'video.move': msg`Videos put in order`,
  'video.delete': msg`Video deleted`,
  'comment.add': msg`New comment`,
  'comment.publish': msg`Comment published`,
  'comment.unpublish': msg`Comment withdrawn`,
  'comment.report': msg`Comment reported`,
  'comment.answer': msg`Comment answered`,
  'comment.publishAnswer': msg`Answer to a comment published`,
  'comment.unpublishAnswer': msg`Answer to a comment withdrawn`,
  'report.add': msg`New report`,
  'report.delete': msg`Report deleted`,
  'article.add': msg`New article`,
  'article.update': msg`Article edited`,
  'article.delete': msg`Article deleted`,
  'page.add': msg`New page`,
  'page.update': msg`Page edited`,
  'page.publish': msg`Page published`,
  'page.unpublish': msg`Page withdrawn`,
  'page.delete': msg`Page deleted`,
}
