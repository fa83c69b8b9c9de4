import { sidebarScreens } from './routes.tsx'
import { mayOpen, type Opener } from './screen.ts'

/** The screens that this person may open, by component name, with their frame and sign-in page. */
export const ownScreens = (person: Opener): readonly string[] => [
  'Frame',
  'SignInScreen',
  ...new Set(sidebarScreens.flatMap(({ screen, part }) => (part && mayOpen(screen, person) ? [part] : []))),
]
