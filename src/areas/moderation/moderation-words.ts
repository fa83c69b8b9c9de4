import { msg } from '@lingui/core/macro'
import type { Waiting } from '../../../contract/moderation/moderation.ts'
import type { MessageDescriptor } from '@lingui/core'

export const KIND_WORDS: Readonly<Record<Waiting['kind'], MessageDescriptor>> = {
  comment: msg`Comment`,
  question: msg`Question`,
  article: msg`Article`,
  page: msg`Static page`,
  answer: msg`Answer of the clinic`,
}

export const KINDS_WORDS: Readonly<Record<Waiting['kind'], MessageDescriptor>> = {
  comment: msg`Comments`,
  question: msg`Questions`,
  article: msg`Articles`,
  page: msg`Static pages`,
  answer: msg`Answers of clinics`,
}
