/** The prefix of all operations of the contract. */
export const API_PREFIX = '/api/v1'

/** The prefix of the same operations for a signed-in browser. */
export const BROWSER_PREFIX = '/json'
