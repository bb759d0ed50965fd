/** The prefix of all operations of the contract. */
export const API_PREFIX = '/api/v1'
