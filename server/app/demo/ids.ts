const KINDS = [
  'clinic',
  'branch',
  'bank',
  'admin',
  'clinicUser',
  'doctor',
  'patient',
  'availability',
  'appointment',
  'payment',
  'notification',
  'file',
  'busy',
  'patientNote',
  'symptom',
  'disease',
  'treatment',
  'paymentLink',
  'calendarLink',
  'recipe',
  'report',
  'comment',
  'video',
  'question',
  'article',
  'page',
  'articlePicture',
  'message',
  'invitation',
  'closure',
  'visitType',
] as const

export type DemoKind = (typeof KINDS)[number]

/**
 * The id of the `n`th invented record of a kind (n below 2^40), in the shape of a UUIDv7 and the same on every machine and day.
 * It sorts by `n`, and its many zeros say that it is invented.
 */
export function demoId(kind: DemoKind, n: number): string {
  const time = hex(EPOCH + n, 12)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(KINDS.indexOf(kind) + 1, 3)}-8000-${hex(n, 12)}`
}

/** 2024-01-01T00:00Z: before any real record. */
const EPOCH = Date.UTC(2024, 0, 1)

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
