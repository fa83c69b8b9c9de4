import { msg } from '@lingui/core/macro'
import { createRoute, createRouter, redirect, type AnyRoute } from '@tanstack/react-router'
import { ROLES } from '../../contract/kernel/call.ts'
import { contentScreens } from './content-routes.tsx'
import { screen, searched, signedIn } from './frame-routes.tsx'
import { moneyScreens } from './money-routes.tsx'
import { openRoutes, root } from './open-routes.tsx'
import * as search from '../screen/search.ts'
import { lazy, partOf, type ScreenData } from './screen.ts'
import { ListSkeleton } from '../ui/states.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: ScreenData
  }
  interface Register {
    router: typeof router
  }
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/appointment', search: {} })
  },
})

const everyRole = ROLES

const staff = ['admin', 'clinic', 'doctor'] as const

/** SPEC §2's routes, in the order of the sidebar. */
const screens = [
  searched(
    '/appointment',
    search.AppointmentSearch,
    {
      title: msg`Appointments`,
      roles: everyRole,
      byClinic: true,
      icon: 'calendar-check',
      group: 'care',
      ahead: async () => (await import('../areas/appointment/appointments-screen.tsx')).readLandingAhead,
    },
    lazy(() => import('../areas/appointment/appointments-screen.tsx'), 'AppointmentsScreen'),
  ),
  searched(
    '/appointment/new',
    search.BookingSearch,
    { title: msg`New appointment`, roles: everyRole },
    lazy(() => import('../areas/appointment/book-screen.tsx'), 'BookScreen'),
  ),
  screen(
    '/appointment/close',
    { title: msg`Close the day`, roles: staff },
    lazy(() => import('../areas/appointment/close-day-screen.tsx'), 'CloseDayScreen'),
  ),
  searched(
    '/appointment/absence',
    search.AbsenceSearch,
    { title: msg`A doctor is away`, roles: staff },
    lazy(() => import('../areas/appointment/absence-screen.tsx'), 'AbsenceScreen'),
  ),
  screen(
    '/appointment/$id',
    { title: msg`Appointment`, roles: everyRole },
    lazy(() => import('../areas/appointment/visit-screen.tsx'), 'VisitScreen'),
  ),
  screen(
    '/appointment/$id/meeting',
    { title: msg`Online appointment`, roles: ['clinic', 'doctor', 'patient'] },
    lazy(() => import('../areas/appointment/meeting-screen.tsx'), 'MeetingScreen'),
  ),
  searched(
    '/profile',
    search.ProfileSearch,
    { title: msg`Profile`, roles: everyRole },
    lazy(() => import('./profile/profile-screen.tsx'), 'ProfileScreen'),
  ),
  searched(
    '/wallet',
    search.WalletSearch,
    { title: msg`Wallet`, roles: ['patient'], icon: 'wallet', group: 'money' },
    lazy(() => import('../areas/wallet/wallet-screen.tsx'), 'WalletScreen'),
  ),
  searched(
    '/patient-list',
    search.PatientSearch,
    { title: msg`Patient list`, roles: ['doctor', 'clinic'], icon: 'users', group: 'people' },
    lazy(() => import('./patient/patient-list-screen.tsx'), 'PatientListScreen'),
  ),
  searched(
    '/clinic',
    search.ClinicSearch,
    { title: msg`Clinics`, roles: ['admin'], icon: 'hospital', group: 'people' },
    lazy(() => import('../areas/clinic/clinics-screen.tsx'), 'ClinicsScreen'),
  ),
  screen(
    '/clinic/$id',
    { title: msg`Clinic`, roles: ['admin'] },
    lazy(() => import('../areas/clinic/clinic-edit-screen.tsx'), 'ClinicEditScreen'),
  ),
  screen(
    '/branch',
    { title: msg`Specialties`, roles: ['admin'], icon: 'layers', group: 'people' },
    lazy(() => import('../areas/branch/branch-screen.tsx'), 'BranchScreen'),
  ),
  screen(
    '/doctor',
    { title: msg`Doctors`, roles: ['admin', 'clinic'], byClinic: true, icon: 'stethoscope', group: 'people' },
    lazy(() => import('../areas/doctor/doctors-screen.tsx'), 'DoctorsScreen'),
  ),
  screen(
    '/doctor/new',
    { title: msg`New doctor`, roles: ['admin', 'clinic'] },
    lazy(() => import('../areas/doctor/doctor-new-screen.tsx'), 'NewDoctorScreen'),
  ),
  screen(
    '/doctor/$id',
    { title: msg`Doctor`, roles: ['admin', 'clinic'] },
    lazy(() => import('../areas/doctor/doctor-edit-screen.tsx'), 'EditDoctorScreen'),
  ),
  searched(
    '/patient',
    search.PatientSearch,
    { title: msg`Patients`, roles: ['admin'], icon: 'users', group: 'people' },
    lazy(() => import('../areas/patient/patients-screen.tsx'), 'PatientsScreen'),
  ),
  screen(
    '/patient/new',
    { title: msg`New patient`, roles: staff },
    lazy(() => import('../areas/patient/patient-form-screen.tsx'), 'NewPatientScreen'),
  ),
  searched(
    '/webhook/$id',
    search.DeliverySearch,
    { title: msg`Deliveries of a webhook`, roles: ['clinic'] },
    lazy(() => import('../areas/webhook/deliveries-screen.tsx'), 'DeliveriesScreen'),
  ),
  screen(
    '/patient/import',
    { title: msg`Import patients`, roles: ['clinic'] },
    lazy(() => import('../areas/import/import-screen.tsx'), 'ImportScreen'),
  ),
  searched(
    '/patient/$id',
    search.PatientTabSearch,
    { title: msg`Patient`, roles: staff },
    lazy(() => import('./patient/patient-screen.tsx'), 'PatientScreen'),
  ),
  screen(
    '/patient/$id/edit',
    { title: msg`Edit the patient`, roles: staff },
    lazy(() => import('../areas/patient/patient-form-screen.tsx'), 'EditPatientScreen'),
  ),
  searched(
    '/availability',
    search.AvailabilitySearch,
    {
      title: msg`Availability`,
      roles: ['admin', 'doctor', 'clinic'],
      byClinic: true,
      icon: 'calendar-clock',
      group: 'care',
    },
    lazy(() => import('../areas/availability/availability-screen.tsx'), 'AvailabilityScreen'),
  ),
  screen(
    '/closure',
    { title: msg`Closures`, roles: ['clinic'] },
    lazy(() => import('../areas/closure/closures-screen.tsx'), 'ClosuresScreen'),
  ),
  screen(
    '/closure/$id',
    { title: msg`The clinic is closed`, roles: ['clinic'] },
    lazy(() => import('../areas/appointment/closure-screen.tsx'), 'ClosureScreen'),
  ),
  searched(
    '/calendar',
    search.CalendarSearch,
    { title: msg`My calendar`, roles: ['doctor'], icon: 'calendar-days', group: 'care' },
    lazy(() => import('../areas/calendar/calendar-screen.tsx'), 'CalendarScreen'),
  ),
  searched(
    '/figures',
    search.FiguresSearch,
    { title: msg`Figures`, roles: staff, icon: 'chart', group: 'care' },
    lazy(() => import('../areas/figures/figures-screen.tsx'), 'FiguresScreen'),
  ),
  screen(
    '/my-clinics',
    { title: msg`My clinics`, roles: ['doctor'], icon: 'hospital', group: 'people' },
    lazy(() => import('../areas/membership/my-clinics-screen.tsx'), 'MyClinicsScreen'),
  ),
  ...moneyScreens,
  searched(
    '/patient/files',
    search.FileSearch,
    { title: msg`My files`, roles: ['patient'], icon: 'folder', group: 'care' },
    lazy(() => import('../areas/patient-file/files-screen.tsx'), 'FilesScreen'),
  ),
  searched(
    '/patient/recipe',
    search.CareSearch,
    { title: msg`Medication advice`, roles: ['patient'], icon: 'pill', group: 'care' },
    lazy(() => import('../areas/recipe/recipes-screen.tsx'), 'RecipesScreen'),
  ),
  searched(
    '/patient/report',
    search.CareSearch,
    { title: msg`Reports`, roles: ['patient'], icon: 'file', group: 'care' },
    lazy(() => import('../areas/report/reports-screen.tsx'), 'ReportsScreen'),
  ),
  ...contentScreens,
  screen(
    '/bank',
    { title: msg`Bank transfer info`, roles: ['admin'], icon: 'bank', group: 'money' },
    lazy(() => import('../areas/bank/bank-screen.tsx'), 'BankScreen'),
  ),
  searched(
    '/email',
    search.EmailSearch,
    { title: msg`Email and SMS templates`, roles: ['admin'], icon: 'mail', group: 'platform' },
    lazy(() => import('../areas/email/email-screen.tsx'), 'EmailScreen'),
  ),
  searched(
    '/user',
    search.UserSearch,
    { title: msg`Users`, roles: ['admin'], superadmin: true, icon: 'user-cog', group: 'people' },
    lazy(() => import('../areas/user/users-screen.tsx'), 'UsersScreen'),
  ),
  searched(
    '/setting',
    search.SettingSearch,
    { title: msg`Settings`, roles: ['admin'], superadmin: true, icon: 'settings', group: 'platform' },
    lazy(() => import('../areas/setting/setting-screen.tsx'), 'SettingScreen'),
  ),
  searched(
    '/audit',
    search.AuditSearch,
    { title: msg`Audit log`, roles: ['admin', 'clinic'], superadmin: true, icon: 'history', group: 'platform' },
    lazy(() => import('../areas/audit/audit-screen.tsx'), 'AuditScreen'),
  ),
  screen(
    '/notify',
    { title: msg`Notifications`, roles: everyRole },
    lazy(() => import('../areas/notification/notifications-screen.tsx'), 'NotificationsScreen'),
  ),
  screen(
    '/kiosk/tablets',
    { title: msg`Check-in tablets`, roles: ['clinic'] },
    lazy(() => import('../areas/kiosk/kiosks-screen.tsx'), 'KiosksScreen'),
  ),
  searched(
    '/sync',
    search.SyncSearch,
    { title: msg`Sync`, roles: everyRole },
    lazy(() => import('./sync-centre/sync-screen.tsx'), 'SyncScreen'),
  ),
]

export const router = createRouter({
  routeTree: root.addChildren([home, signedIn.addChildren(screens), ...openRoutes]),
  defaultPreload: 'intent',
  defaultPendingComponent: ListSkeleton,
  scrollRestoration: true,
})

/** Loads the code of the screen at this address, and of what it reads first. */
export const fetchScreen = async () => {
  const { component, staticData } = router.getMatchedRoutes(location.pathname)[0].at(-1)?.options ?? {}
  await Promise.all([component?.preload?.(), staticData?.screen?.ahead?.()])
}

/** Every address with its screen data, for the sidebar and for the test that opens them all. */
export const sidebarScreens: readonly {
  readonly path: string
  readonly screen: ScreenData
  readonly part: string | undefined
}[] = (screens as readonly AnyRoute[]).flatMap((route) => {
  const data = route.options.staticData?.screen
  // the router stores a path without its leading slash; without it a link would be relative
  return data
    ? [{ path: `/${String(route.path ?? '').replace(/^\//, '')}`, screen: data, part: partOf(route.options.component) }]
    : []
})
