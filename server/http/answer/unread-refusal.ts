import { ApiError } from '../../../api/errors.ts'

/** Refused by its head or half-way: the rest is not worth reading, and the connection ends with the answer. */
export class UnreadRefusal extends ApiError {
  constructor(status: number, message: string) {
    super('BAD_REQUEST', message, { status })
  }
}

export const tooLarge = () => new UnreadRefusal(413, 'The request is too large')
