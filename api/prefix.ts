/** All operations of the contract are below it. */
export const API_PREFIX = '/api/v1'
