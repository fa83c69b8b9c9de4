/** The fixed texts of booking without an account. */
export type GuestWords = {
  readonly description: string
  readonly chooseType: string
  readonly usualType: string
  readonly minutes: (count: number) => string
  readonly chooseTime: string
  readonly haveAccount: string
  readonly noTimes: string
  readonly noTimesAtAll: string
  readonly laterDays: string
  readonly nextTimes: string
  readonly allTimes: string
  readonly otherTime: string
  readonly kept: (time: string) => string
  readonly notKept: string
  readonly who: string
  readonly name: string
  readonly nameHelp: string
  readonly phone: string
  readonly phoneHelp: string
  readonly email: string
  readonly emailHelp: string
  readonly emailIfChosen: string
  readonly birthDate: string
  readonly whom: string
  readonly self: string
  readonly other: string
  readonly booker: string
  readonly bookerHelp: string
  readonly by: string
  readonly bySms: string
  readonly byMail: string
  readonly pay: string
  readonly payCard: string
  readonly payCardHelp: string
  readonly payTransfer: (bank: string) => string
  readonly payLater: string
  readonly free: string
  readonly required: string
  readonly agree: string
  readonly sendCode: string
  readonly bookNow: string
  readonly honey: string
  readonly checkFields: string
  readonly codeTitle: string
  readonly codeSent: (contact: string) => string
  readonly code: string
  readonly codeHelp: string
  readonly newCode: string
  readonly changeDetails: string
  readonly codeWrong: string
  readonly codeExpired: string
  readonly doneTitle: string
  readonly cancelledTitle: string
  readonly doneText: string
  readonly when: string
  readonly doctor: string
  readonly checkInCode: string
  readonly directions: string
  readonly openAppointment: string
  readonly openHelp: string
  readonly account: string
  readonly accountHelp: string
  readonly payNow: (amount: string) => string
  readonly payNowHelp: string
  readonly newWindow: string
  readonly toPayment: string
  readonly leavingText: string
  readonly transferTitle: string
  readonly transferText: (amount: string, until: string) => string
  readonly bank: string
  readonly reference: string
  readonly notHereTitle: string
  readonly notHereText: string
  readonly bookedFor: (booker: string) => string
  readonly phoneGiven: (phone: string) => string
  readonly errors: Readonly<Record<'name' | 'phone' | 'email' | 'birthDate' | 'booker' | 'pay', string>>
  readonly problemTitle: string
  readonly problems: Readonly<Record<Problem, string>>
}

/** Refusals that a stranger may meet. */
export type Problem =
  | 'slot_taken'
  | 'slot_past'
  | 'slot_outside'
  | 'slot_too_soon'
  | 'slot_too_far'
  | 'doctor_passive'
  | 'patient_overlap'
  | 'visittype_archived'
  | 'patient_exists'
  | 'transfer_too_late'
  | 'card_not_possible'
  | 'too_many_tries'
  | 'too_fast'
  | 'other'
