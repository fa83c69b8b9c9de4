import { articleCalls } from '../../../contract/article/article.ts'
import { commentCalls } from '../../../contract/comment/comment.ts'
import type { Waiting } from '../../../contract/moderation/moderation.ts'
import { pageCalls } from '../../../contract/page/page.ts'
import { questionCalls } from '../../../contract/question/question.ts'
import { callOn, type Outcome } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'

const publishing = {
  comment: commentCalls['comment.publish'],
  question: questionCalls['question.publish'],
  article: articleCalls['article.publish'],
  page: pageCalls['page.publish'],
  answer: commentCalls['comment.publishAnswer'],
}
const keepingBack = {
  comment: commentCalls['comment.unpublish'],
  question: questionCalls['question.unpublish'],
  article: articleCalls['article.unpublish'],
  page: pageCalls['page.unpublish'],
  answer: commentCalls['comment.unpublishAnswer'],
}

/**
 * Sent at once and never queued, since the record may not be on this device. The server compares the version that was
 * read and answers 412 if its text has changed. If this device holds the record, the next pull brings the change.
 */
export const publishWaiting = (device: Device, of: Waiting) => decide(device, publishing, of)
/** Rejects it: it stays or becomes unpublished, and waits no longer. */
export const keepBack = (device: Device, of: Waiting) => decide(device, keepingBack, of)

async function decide(
  device: Device,
  rows: typeof publishing | typeof keepingBack,
  { kind, id, version }: Waiting,
): Promise<Outcome<unknown>> {
  const outcome = await callOn(rows[kind], { id }, version)
  device.kick()
  return outcome
}
