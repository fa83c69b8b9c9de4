/**
 * Statements that may take longer than the tour allows, each by how it begins, with the reason. A slow statement that
 * is not listed fails the tour; a listed one that was not slow is reported, so that the list stays short.
 */
export const EXPLAINED: readonly { readonly begins: string; readonly why: string }[] = [
  {
    begins: 'with fitting as (',
    why: 'the soonest free times of any doctor: the days of each are worked out until ten are found, some 2 ms a doctor; held by itself, as "the next free time of any doctor"',
  },
  {
    begins: 'select count(*) as n from (select from patient_row',
    why: 'the count of a list, which ends at 10,001: a person who sees few of 100,000 patients has all of them looked at, some 1 µs each',
  },
  {
    begins: 'select b as id, total from unnest(',
    why: 'how many transfers named each bank: it counts the index entries of a page of banks, which superadmins alone ask for',
  },
  ...['select * from wallets_held(', 'select a.patient_id, a.currency, sum('].map((begins) => ({
    begins,
    why: 'whose wallet holds money, for the filter of the list of patients: it looks at each wallet with money that the person may see, 8,800 here, some 27 µs each with the check of who may see the patient; empty wallets, of which there are more, are not read',
  })),
  {
    begins: 'select currency, sum(n)::int as count',
    why: 'the totals of all clinics over all days: it adds daily sums, so it grows with clinics and days and not with payments (decision 0090)',
  },
]
