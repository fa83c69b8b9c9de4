import { sidebarScreens } from './routes.tsx'
import { mayOpen, type Opener } from './screen.ts'

/** The screens that this person may open, by the names of their components, with what stands around them and the door they come in by. */
export const ownScreens = (person: Opener): readonly string[] => [
  'Frame',
  'SignInScreen',
  ...new Set(sidebarScreens.flatMap(({ screen, part }) => (part && mayOpen(screen, person) ? [part] : []))),
]
