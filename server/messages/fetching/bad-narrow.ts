import { ApiError } from '../../../api/errors.ts'

export const badNarrow = (desc: string, combination = false) =>
  new ApiError('BAD_NARROW', `Invalid narrow operator${combination ? ' combination' : ''}: ${desc}`, { data: { desc } })
