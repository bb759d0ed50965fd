import { ApiError } from '../../../../api/errors.ts'

/** A refusal before the request was fully read. The rest is not read, and the connection closes after the answer. */
export class UnreadRefusal extends ApiError {
  constructor(status: number, message: string) {
    super('BAD_REQUEST', message, { status })
  }
}

export const tooLarge = () => new UnreadRefusal(413, 'The request is too large')
