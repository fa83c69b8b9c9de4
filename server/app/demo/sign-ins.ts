import { CLINICS } from './clinics.ts'

/** Printed at the start and known to everyone; only invented people have it. */
export const DEMO_PASSWORD = 'Demo!2026'

/** Addresses under a name that can never be registered (RFC 6761 §6.2). */
export const MAIL_HOST = 'demo.bedside.test'

export type SignIn = {
  /** The clinic's name; null on the platform's own host. */
  readonly clinic: string | null
  /** Without port. */
  readonly host: string
  readonly who: string
  readonly username: string
  /** Which of the three sign-in pages: clinic users come as admin (SPEC §7). */
  readonly type: 'admin' | 'doctor' | 'patient'
}

/** Every demo sign-in, the same in both sets; no one else has a password. */
export function signIns(): SignIn[] {
  const admins = ADMINS.map(({ name, username }) => ({
    clinic: null,
    host: 'localhost',
    who: name,
    username,
    type: 'admin' as const,
  }))
  const people = CLINICS.flatMap(({ slug, name, cast }) => {
    const at = { clinic: name, host: hostOf(slug) }
    return cast
      ? [
          { ...at, who: cast.desk, username: addressOf('clinic', slug), type: 'admin' as const },
          {
            ...at,
            who: `${cast.doctor.title} ${cast.doctor.name}`,
            username: addressOf('doctor', slug),
            type: 'doctor' as const,
          },
          { ...at, who: cast.patient.name, username: addressOf('patient', slug), type: 'patient' as const },
        ]
      : []
  })
  return [...admins, ...people]
}

export const ADMINS = [
  { name: 'Nilüfer Müftüoğlu', username: `superadmin@${MAIL_HOST}`, superadmin: true },
  { name: 'Levent Güneş', username: `admin@${MAIL_HOST}`, superadmin: false },
] as const

export const hostOf = (slug: string) => `${slug}.localhost`
export const addressOf = (role: 'clinic' | 'doctor' | 'patient', slug: string) => `${role}.${slug}@${MAIL_HOST}`
