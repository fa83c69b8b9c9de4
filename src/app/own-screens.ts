import { sidebarScreens } from './routes.tsx'
import { mayOpen, type Opener } from './screen.ts'

/** The screens that this person may open, by the names of their components, with their frame and their sign-in page. */
export const ownScreens = (person: Opener): readonly string[] => [
  'Frame',
  'SignInScreen',
  ...new Set(sidebarScreens.flatMap(({ screen, part }) => (part && mayOpen(screen, person) ? [part] : []))),
]
