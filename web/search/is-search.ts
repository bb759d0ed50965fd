import type { Address } from '../kernel/addresses.ts'

/** Does the address show the search? */
export const isSearch = ({ view }: Address): boolean => view === 'search' || view === 'search-field'
