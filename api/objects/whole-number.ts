import * as z from 'zod'

/** Of any size, as JSON can write it: larger than what numbers can tell apart is still a number, not a mistake. */
export const WholeNumber = z.number().multipleOf(1)
