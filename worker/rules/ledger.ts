import * as v from 'valibot'

/** What a list holds: everything, what the platform shows now, or what it shows no longer. */
export const VISIBILITIES = ['all', 'public', 'removed'] as const
export type Visibility = (typeof VISIBILITIES)[number]

/** Which reviews figures count: what customers can see now, or all that was ever seen. */
export const LEDGERS = ['public', 'all'] as const
export type Ledger = (typeof LEDGERS)[number]

/** Inside other inputs; what customers see unless stated. */
export const LedgerChoice = v.optional(v.picklist(LEDGERS, 'Choose public or all.'), 'public')
