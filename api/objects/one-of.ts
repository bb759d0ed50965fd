import * as z from 'zod'

const NOT_LISTED = 'Invalid {v}: Value error, Not in the list of possible values'

/** One of a few numbers. The contract has a text of its own for any other value; `{v}` stands for the parameter. */
export const oneOf = <const Values extends readonly number[]>(values: Values) =>
  z.literal(values, { error: ({ input }) => (Number.isInteger(input) ? NOT_LISTED : '{v} is not an integer') })
