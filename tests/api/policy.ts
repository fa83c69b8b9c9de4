import type { CallName } from '../../contract/calls.ts'
import { roleOf, type Actor, type Relation } from './cast.ts'
import { contentPolicy } from './policy-content.ts'

/**
 * Who may do what to whose (RULES 13, rules 47–54), written down once and by hand: server and contract are held against it (TRUST G1).
 * A row of the contract that is not here does not compile.
 */
export const policy = {
  'session.start': { asks: 'anyone' },
  'session.signIn': { asks: 'anyone' },
  'session.setUp': { asks: 'anyone' },
  'session.user': { asks: 'self', ...everyone('own') },
  'session.type': { asks: 'self', ...everyone('own') },
  'session.end': { asks: 'self', ...everyone('own') },
  'session.register': { asks: 'anyone' },
  'session.confirm': { asks: 'anyone' },
  'session.forget': { asks: 'anyone' },
  'session.reset': { asks: 'anyone' },
  'session.changePassword': { asks: 'self', ...everyone('own') },
  'session.list': { asks: 'self', ...everyone('own') },
  'session.endOther': { asks: 'self', ...everyone('own') },
  'session.factor': { asks: 'self', ...everyone('own'), patient: 'forbidden' },
  'session.factorStart': { asks: 'self', ...everyone('own'), patient: 'forbidden' },
  'session.factorConfirm': { asks: 'self', ...everyone('own'), patient: 'forbidden' },
  'session.factorOff': { asks: 'self', ...everyone('own'), patient: 'forbidden' },
  'clinic.web': { asks: 'anyone' },
  'clinic.list': { asks: 'list', admin: 'all', clinic: 'public', doctor: 'public', patient: 'public' },
  'clinic.add': forAdmins(),
  'clinic.update': { asks: 'object', admin: 'all', clinic: 'clinic', doctor: 'forbidden', patient: 'forbidden' },
  'clinic.hosts': { asks: 'object', ...adminsOnly('all') },
  'clinic.activate': { asks: 'object', ...adminsOnly('all') },
  'clinic.passivate': { asks: 'object', ...adminsOnly('all') },
  'clinic.setPrivate': { asks: 'object', admin: 'all', clinic: 'clinic', doctor: 'forbidden', patient: 'forbidden' },
  'clinic.addFirstUser': { asks: 'object', ...adminsOnly('all') },
  'clinic.delete': { asks: 'object', ...adminsOnly('all') },
  'clinic.checkHost': forAdmins(),
  'clinic.checkCss': { asks: 'self', admin: 'own', clinic: 'own', doctor: 'forbidden', patient: 'forbidden' },
  'branch.getall': { asks: 'anyone' },
  'branch.add': forAdmins(),
  'branch.update': forAdmins(),
  'branch.delete': forAdmins(),
  'country.getcountry': { asks: 'anyone' },
  'country.getcity': { asks: 'anyone' },
  'bank.list': { asks: 'self', ...everyone('own') },
  'bank.add': forAdmins(),
  'bank.update': forAdmins(),
  'bank.delete': forAdmins(),
  'payment.list': { asks: 'list', ...ofVisits(), patient: 'forbidden' },
  'payment.summary': { asks: 'self', ...everyone('own'), patient: 'forbidden' },
  'payment.add': { asks: 'object', ...ofVisits(), patient: 'forbidden' },
  'payment.approve': { asks: 'object', ...ofMoney() },
  'payment.cancel': { asks: 'object', ...ofMoney() },
  'payment.delete': { asks: 'object', ...ofMoney() },
  'payment.refundStart': { asks: 'object', ...ofMoney() },
  'payment.refundAsk': { asks: 'object', ...ofVisits(), admin: 'forbidden', clinic: 'forbidden', doctor: 'forbidden' },
  'payment.refundApprove': { asks: 'object', ...ofMoney() },
  'payment.refundDone': { asks: 'object', ...ofMoney() },
  'payment.toBalance': { asks: 'object', ...ofMoney() },
  'payment.earn': { asks: 'object', ...ofMoney() },
  'payment.earnMany': { asks: 'each', ...ofMoney() },
  'balance.get': { asks: 'object', ...ofVisits(), doctor: 'forbidden' },
  'balance.add': ofStaff(),
  'paymentlink.list': { asks: 'list', ...ofVisits(), doctor: 'forbidden' },
  'paymentlink.add': ofStaff(),
  'paymentlink.update': ofStaff(),
  'paymentlink.cancel': ofStaff(),
  'paymentlink.send': ofStaff(),
  'paymentlink.delete': ofStaff(),
  'paymentlink.url': { asks: 'object', ...ofVisits(), doctor: 'forbidden' },
  'paymentlink.open': { asks: 'anyone' },
  'transaction.generate': { asks: 'anyone' },
  'transaction.get': { asks: 'anyone' },
  'moneycheck.list': { asks: 'self', superadmin: true, ...adminsOnly('own') },
  'moneycheck.run': { asks: 'self', superadmin: true, ...adminsOnly('own') },
  'moneycheck.dismiss': { asks: 'self', superadmin: true, ...adminsOnly('own') },
  'email.list': forAdmins(),
  'email.update': forAdmins(),
  'email.test': forAdmins(),
  'email.undelivered': { asks: 'self', superadmin: true, ...adminsOnly('own') },
  'email.resend': { asks: 'self', superadmin: true, ...adminsOnly('own') },
  'email.giveUp': { asks: 'self', superadmin: true, ...adminsOnly('own') },
  'setting.list': { asks: 'self', ...everyone('own') },
  'setting.update': { asks: 'self', superadmin: true, ...adminsOnly('own') },
  'setting.test': { asks: 'self', superadmin: true, ...adminsOnly('own') },
  'user.list': { asks: 'list', superadmin: true, ...adminsOnly('public') },
  'user.add': { asks: 'self', superadmin: true, ...adminsOnly('own') },
  'user.update': { asks: 'object', superadmin: true, ...adminsOnly('public') },
  'user.resetPassword': { asks: 'object', superadmin: true, ...adminsOnly('public') },
  'user.endSessions': { asks: 'object', superadmin: true, ...adminsOnly('public') },
  'user.delete': { asks: 'object', superadmin: true, ...adminsOnly('public') },
  'colleague.list': { asks: 'list', ...clinicsOnly('clinic') },
  'colleague.add': { asks: 'self', ...clinicsOnly('own') },
  'colleague.update': { asks: 'object', ...clinicsOnly('clinic') },
  'colleague.resetPassword': { asks: 'object', ...clinicsOnly('clinic') },
  'colleague.endSessions': { asks: 'object', ...clinicsOnly('clinic') },
  'colleague.delete': { asks: 'object', ...clinicsOnly('clinic') },
  'profile.update': { asks: 'self', ...everyone('own') },
  'profile.secure': { asks: 'self', ...everyone('own') },
  'profile.close': { asks: 'self', ...everyone('own') },
  'audit.list': {
    asks: 'each',
    superadmin: true,
    admin: 'public',
    clinic: 'clinic',
    doctor: 'forbidden',
    patient: 'forbidden',
  },
  'audit.record': { asks: 'object', admin: 'public', clinic: 'clinic', doctor: 'own', patient: 'forbidden' },
  'doctor.list': { asks: 'list', admin: 'public', clinic: 'clinic', doctor: 'own', patient: 'public' },
  'doctor.nextFree': { asks: 'each', ...everyone('public') },
  'doctor.add': { asks: 'self', admin: 'own', clinic: 'own', doctor: 'forbidden', patient: 'forbidden' },
  'doctor.join': { asks: 'self', admin: 'forbidden', clinic: 'own', doctor: 'forbidden', patient: 'forbidden' },
  'doctor.update': { asks: 'object', admin: 'public', clinic: 'clinic', doctor: 'own', patient: 'forbidden' },
  'doctor.arrange': { asks: 'object', admin: 'public', clinic: 'clinic', doctor: 'own', patient: 'forbidden' },
  'doctor.leave': { asks: 'object', admin: 'forbidden', clinic: 'clinic', doctor: 'forbidden', patient: 'forbidden' },
  'doctor.passivate': ofStaff(),
  'doctor.activate': ofStaff(),
  'doctor.sendLink': ofStaff(),
  'doctor.delete': ofStaff(),
  'doctor.medisoft': { asks: 'self', admin: 'own', clinic: 'own', doctor: 'forbidden', patient: 'forbidden' },
  'patient.list': { asks: 'list', admin: 'public', clinic: 'clinic', doctor: 'own', patient: 'forbidden' },
  'patient.add': { asks: 'self', admin: 'own', clinic: 'own', doctor: 'own', patient: 'forbidden' },
  'patient.update': { asks: 'object', admin: 'public', clinic: 'clinic', doctor: 'own', patient: 'own' },
  'patient.delete': { asks: 'object', admin: 'public', clinic: 'clinic', doctor: 'forbidden', patient: 'forbidden' },
  'patient.identity': { asks: 'object', admin: 'public', clinic: 'clinic', doctor: 'own', patient: 'forbidden' },
  'patient.link': { asks: 'self', admin: 'forbidden', clinic: 'own', doctor: 'own', patient: 'forbidden' },
  'patient.twins': { asks: 'object', admin: 'public', clinic: 'clinic', doctor: 'own', patient: 'forbidden' },
  'patient.merge': ofStaff(),
  'patient.balances': { asks: 'self', admin: 'own', clinic: 'own', doctor: 'forbidden', patient: 'forbidden' },
  'patient.contacts': { asks: 'object', admin: 'public', clinic: 'clinic', doctor: 'forbidden', patient: 'forbidden' },
  'patient.getNote': { asks: 'object', ...ofNotes() },
  'patient.addNote': { asks: 'object', ...ofNotes() },
  'patient.editNote': { asks: 'object', ...ofNotes() },
  'patient.deleteNote': { asks: 'object', ...ofNotes() },
  'patient.files': { asks: 'object', ...ofFiles() },
  'patient.addFile': { asks: 'object', ...ofFiles() },
  'patient.deleteFile': { asks: 'object', ...ofFiles() },
  'recipe.list': { asks: 'object', ...ofFiles() },
  'recipe.add': { asks: 'object', ...doctorsOnly() },
  'recipe.delete': { asks: 'object', ...doctorsOnly() },
  'report.list': { asks: 'object', ...ofFiles() },
  'report.add': { asks: 'object', ...doctorsOnly() },
  'report.delete': { asks: 'object', ...doctorsOnly() },
  'comment.list': { asks: 'list', ...ofVisits(), patient: 'forbidden' },
  'comment.get': { asks: 'object', ...ofVisits() },
  'comment.add': { asks: 'object', admin: 'forbidden', clinic: 'forbidden', doctor: 'forbidden', patient: 'own' },
  'comment.publish': { asks: 'object', ...ofMoney() },
  'comment.unpublish': { asks: 'object', ...ofMoney() },
  'comment.report': { asks: 'object', ...doctorsOnly() },
  ...contentPolicy,
  'video.list': { asks: 'self', ...ofCalendars() },
  'video.look': { asks: 'self', ...ofCalendars() },
  'video.add': { asks: 'self', ...ofCalendars() },
  'video.move': { asks: 'object', ...ofCalendars() },
  'video.delete': { asks: 'object', ...ofCalendars() },
  'question.list': { asks: 'list', ...ofVisits(), patient: 'forbidden' },
  'question.answer': { asks: 'object', ...doctorsOnly() },
  'question.publish': { asks: 'object', ...ofMoney() },
  'question.unpublish': { asks: 'object', ...ofMoney() },
  'question.delete': { asks: 'object', ...ofMoney() },
  'availability.get': { asks: 'object', ...everyone('public') },
  'availability.next': { asks: 'each', ...everyone('public'), doctor: 'own' },
  'availability.hold': { asks: 'object', ...ofHours(), patient: 'public' },
  'availability.release': { asks: 'self', ...everyone('own') },
  'availability.add': { asks: 'object', ...ofHours() },
  'availability.update': { asks: 'object', ...ofHours() },
  'availability.price': { asks: 'object', ...ofHours() },
  'availability.activate': { asks: 'object', ...ofHours() },
  'availability.passivate': { asks: 'object', ...ofHours() },
  'availability.priceMany': { asks: 'each', ...ofHours() },
  'availability.activateMany': { asks: 'each', ...ofHours() },
  'availability.passivateMany': { asks: 'each', ...ofHours() },
  'availability.delete': { asks: 'object', ...ofHours() },
  'busy.add': { asks: 'object', ...ofHours() },
  'busy.remove': { asks: 'object', ...ofHours() },
  'calendar.get': { asks: 'object', ...ofHours() },
  'calendar.list': { asks: 'self', ...ofCalendars() },
  'calendar.addUrl': { asks: 'self', ...ofCalendars() },
  'calendar.addToken': { asks: 'self', ...ofCalendars() },
  'calendar.connect': { asks: 'self', ...ofCalendars() },
  'calendar.update': { asks: 'object', ...ofCalendars() },
  'calendar.refresh': { asks: 'object', ...ofCalendars() },
  'calendar.refreshMany': { asks: 'each', ...ofCalendars() },
  'calendar.delete': { asks: 'object', ...ofCalendars() },
  'calendar.shared': { asks: 'self', ...ofCalendars() },
  'calendar.share': { asks: 'self', ...ofCalendars() },
  'calendar.shareRenew': { asks: 'self', ...ofCalendars() },
  'calendar.shareStop': { asks: 'self', ...ofCalendars() },
  'appointment.list': { asks: 'list', ...ofVisits() },
  'appointment.book': { asks: 'object', ...ofVisits() },
  'appointment.bookPaid': { asks: 'object', ...ofVisits() },
  'appointment.update': { asks: 'object', ...ofVisits() },
  'appointment.complete': { asks: 'object', ...ofVisits(), patient: 'forbidden' },
  'appointment.cancel': { asks: 'object', ...ofVisits() },
  'appointment.move': { asks: 'object', ...ofVisits() },
  'appointment.reprice': { asks: 'object', ...ofMoney() },
  'appointment.meeting': { asks: 'object', ...ofVisits(), admin: 'forbidden' },
  'appointment.join': { asks: 'object', ...ofVisits(), admin: 'forbidden' },
  'appointment.arrive': { asks: 'object', ...ofVisits(), patient: 'forbidden' },
  'appointment.unarrive': { asks: 'object', ...ofVisits(), patient: 'forbidden' },
  'appointment.noShow': { asks: 'object', ...ofVisits(), patient: 'forbidden' },
  'appointment.completeMany': { asks: 'each', ...ofVisits(), patient: 'forbidden' },
  'notification.list': { asks: 'list', admin: 'none', clinic: 'none', doctor: 'own', patient: 'own' },
  'notification.readAll': { asks: 'self', ...everyone('own') },
  'notification.read': { asks: 'object', admin: 'none', clinic: 'none', doctor: 'own', patient: 'own' },
  'push.key': { asks: 'self', ...everyone('own') },
  'push.subscribe': { asks: 'self', ...everyone('own') },
  'push.unsubscribe': { asks: 'self', ...everyone('own') },
  'push.test': { asks: 'self', ...everyone('own') },
} as const satisfies Record<CallName, Policy>

/**
 * What the row asks for: nothing of anybody (`self`), an object by its id, several of which each is judged (`each`), or a `list`, in
 * which only what may be seen appears. `superadmin`: of the admins only those with the flag. Per role how far it reaches; a clinic's colleagues share `clinic`, `public` is every public clinic.
 */
export type Policy =
  | { readonly asks: 'anyone' }
  | ({ readonly asks: 'self' | 'object' | 'each' | 'list'; readonly superadmin?: true } & Readonly<Record<Role, Reach>>)
type Role = 'admin' | 'clinic' | 'doctor' | 'patient'
/** `private`: as `clinic`, and only for the desk of a private one. */
type Reach = 'all' | 'public' | 'clinic' | 'private' | 'own' | 'none' | 'forbidden'

/** The right answer: who are you, not for your kind, does not exist for you, or yes. */
export type Cell = 401 | 403 | 404 | 200

export function expected(call: CallName, actor: Actor, relation: Relation): Cell {
  const row: Policy = policy[call]
  if (row.asks === 'anyone') return 200
  const role = roleOf(actor)
  if (!role) return 401
  const reach = row[role]
  if (reach === 'private' && actor !== 'deskPrivate') return 403
  if (reach === 'forbidden' || (row.superadmin && actor === 'admin')) return 403
  return row.asks === 'self' || REACHES[reach].includes(relation) ? 200 : 404
}

const REACHES: Readonly<Record<Exclude<Reach, 'forbidden'>, readonly Relation[]>> = {
  // rule 48: a private clinic's own row is the admins' too
  all: ['own', 'same', 'other', 'private'],
  public: ['own', 'same', 'other'],
  clinic: ['own', 'same'],
  private: ['own', 'same'],
  own: ['own'],
  none: [],
}

function everyone<R extends Reach>(reach: R) {
  return { admin: reach, clinic: reach, doctor: reach, patient: reach } as const
}

function adminsOnly<R extends Reach>(reach: R) {
  return { admin: reach, clinic: 'forbidden', doctor: 'forbidden', patient: 'forbidden' } as const
}

function clinicsOnly<R extends Reach>(reach: R) {
  return { admin: 'forbidden', clinic: reach, doctor: 'forbidden', patient: 'forbidden' } as const
}

/** RULES 13 and rule 100: hours are their doctor's, and their clinic's within itself. */
function ofCalendars() {
  return { admin: 'forbidden', clinic: 'forbidden', doctor: 'own', patient: 'forbidden' } as const
}

function ofHours() {
  return { admin: 'public', clinic: 'clinic', doctor: 'own', patient: 'forbidden' } as const
}

/** Lists of words are the admins' to write (RULES 13). */
function forAdmins() {
  return { asks: 'self', admin: 'own', clinic: 'forbidden', doctor: 'forbidden', patient: 'forbidden' } as const
}

/** RULES 13 "A, C o": a doctor of one's own clinic, or of any public one. */
function ofStaff() {
  return { asks: 'object', admin: 'public', clinic: 'clinic', doctor: 'forbidden', patient: 'forbidden' } as const
}

/** Rule 50, RULES 13: a patient's notes are their clinic's and doctor's; neither admins nor the patient read them. */
function ofNotes() {
  return { admin: 'forbidden', clinic: 'clinic', doctor: 'own', patient: 'forbidden' } as const
}

/** RULES 13: a patient's files are theirs, their clinic's and their doctor's; admins read none. */
function ofFiles() {
  return { admin: 'forbidden', clinic: 'clinic', doctor: 'own', patient: 'own' } as const
}

/** RULES 13: recipes and reports are written and taken back by the patient's own doctor. */
function doctorsOnly() {
  return { admin: 'forbidden', clinic: 'forbidden', doctor: 'own', patient: 'forbidden' } as const
}

/** Rules 47, 50–52: a visit is its clinic's, its doctor's and its patient's; the platform's admins reach the public clinics. */
function ofVisits() {
  return { admin: 'public', clinic: 'clinic', doctor: 'own', patient: 'own' } as const
}

/** RULES 13 "payment PUT, DELETE", rule 77: admins, and the desk of a private clinic. */
function ofMoney() {
  return { admin: 'public', clinic: 'private', doctor: 'forbidden', patient: 'forbidden' } as const
}
