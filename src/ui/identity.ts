/** A Turkish identity number, or as free text another document of someone who is not a citizen (rule 61). */
export type Identity = { readonly identity: string; readonly nonCitizen: boolean }
