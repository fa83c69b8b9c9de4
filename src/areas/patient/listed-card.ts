import type { Patient } from '../../../contract/patient/patient.ts'
import type { Pending } from '../../db/row.ts'

/** A card as lists show it, with the state of its unsent change. */
export type ListedCard = Patient & { readonly pending: Pending }
