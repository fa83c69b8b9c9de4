/** A Turkish identity number, or another paper of somebody who is not a citizen, in free text (rule 61). */
export type Identity = { readonly identity: string; readonly nonCitizen: boolean }
