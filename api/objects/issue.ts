import type * as z from 'zod'

/**
 * Some texts of the contract are whole sentences instead of `{parameter} {problem}`. An issue marked so is shown as it is.
 */
const WHOLE = 'wholeSentence'

export const sentence = (message: string, input: unknown): z.core.$ZodRawIssue => ({
  code: 'custom',
  message,
  input,
  params: { [WHOLE]: true },
})

export const isSentence = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' && issue.params?.[WHOLE] === true
