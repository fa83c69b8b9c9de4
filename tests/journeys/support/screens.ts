import type { Role } from '../../../contract/kernel/call.ts'
import { filled, type Records } from './records.ts'
import { addresses } from './routes.ts'

/** The profile's tabs after the first one (SCREENS B2). */
const SAME_TABS = ['notifications', 'photo', 'security', 'device', 'account'] as const
const TABS: Readonly<Record<Role, readonly string[]>> = {
  admin: SAME_TABS,
  clinic: ['clinic', 'users', ...SAME_TABS],
  doctor: ['professional', ...SAME_TABS],
  patient: ['medical', ...SAME_TABS],
}

/**
 * Every screen of a role: each address of the route files, with a record that the person may open, and what an address
 * shows besides: its views and tabs. An admin is a superadmin here, who may open more than others.
 */
export function screensOf(role: Role, records: Records): string[] {
  const own = addresses().filter((each) => each.roles !== 'open' && each.roles.includes(role))
  return [...own.map(({ path }) => filled(path, records)), ...viewsOf(role, records)]
}

function viewsOf(role: Role, { over, doctor, patient }: Records): string[] {
  const tabs = ['/appointment?view=list', ...TABS[role].map((tab) => `/profile?tab=${tab}`)]
  // a past visit has its form for a comment
  if (role === 'patient') return [...tabs, `/appointment/${over}`]
  return [
    ...tabs,
    ...(role === 'admin'
      ? ['/setting?tab=mail', '/setting?tab=sms', '/email?template=visit_reminder', '/email?tab=undelivered']
      : []),
    ...(role === 'doctor' ? ['/calendar?view=month', '/calendar?view=day', '/calendar?view=agenda'] : []),
    '/appointment?view=board',
    '/appointment?view=week',
    '/appointment?view=day',
    `/availability?doctor=${doctor}`,
    `/patient/${patient}?tab=visits`,
    `/patient/${patient}?tab=notes`,
    '/payment?preset=all&picture=month',
    ...(role === 'doctor' ? [] : ['/appointment?view=doctors', `/patient/${patient}?tab=balance`]),
  ]
}
