import type { CallName } from '../../../contract/calls.ts'

type Noun = CallName extends `${infer N}.${string}` ? N : never

/** A description of each noun, in the order of the contract. */
const nouns: Readonly<Record<Noun | 'file' | 'server', string>> = {
  session: 'Signing in and out, passwords, second factors.',
  clinic: 'Clinics, their hosts and their settings.',
  branch: 'Specialties.',
  symptom: 'Symptoms that doctors treat.',
  disease: 'Diseases that doctors treat.',
  treatment: 'Treatments that doctors offer.',
  bank: 'Accounts that transfers go to.',
  country: 'Countries and cities.',
  doctor: 'Doctors.',
  invitation: 'Invitations of doctors into a clinic.',
  membership: 'Doctors in their clinics.',
  proposal: 'Changes to a doctor’s card that wait for the doctor.',
  registration: 'Patients who have registered and wait for the clinic.',
  patient: 'Patients, their notes and files.',
  import: 'Patients from a file.',
  recipe: 'Medication advice.',
  report: 'Reports on patients.',
  comment: 'What patients say of doctors.',
  video: 'Videos of doctors.',
  question: 'Questions to doctors.',
  availability: 'Hours in which doctors can be booked, and free times.',
  busy: 'Hours that are closed.',
  closure: 'Days on which a clinic is closed.',
  visittype: 'Types of visits: length, price, buffers, and who may book them.',
  webhook: 'What a clinic’s own software is told of.',
  calendar: 'Calendars of other services, in and out.',
  appointment: 'Appointments.',
  figures: 'Figures of appointments and hours.',
  kiosk: 'Tablets at which patients check in.',
  payment: 'Payments.',
  balance: 'Wallets.',
  approval: 'Acts that need a second person.',
  paymentlink: 'Links by which something is paid.',
  appointmentlink: 'One appointment by the link of its messages, without signing in.',
  transaction: 'Payments by card.',
  moneycheck: 'The check of the ledger.',
  notification: 'Notifications in the app.',
  push: 'Pushes to devices.',
  article: 'Articles.',
  moderation: 'What waits to be published.',
  page: 'Pages of the site.',
  setting: 'Settings of the platform.',
  email: 'Letters.',
  user: 'Users of the platform.',
  colleague: 'Users of a clinic.',
  profile: 'One’s own account.',
  audit: 'What was done, by whom and when.',
  crash: 'Faults of the app.',
  backup: 'Backups.',
  job: 'Jobs that run by the clock.',
  file: 'Files: uploads in parts and pictures, papers and records as bytes.',
  server: 'The server itself.',
}

export const tags = Object.entries(nouns).map(([name, description]) => ({ name, description }))

/** `appointment.move` → `appointment`. */
export const nounOf = (call: string): string => call.split('.')[0]!
