import { ClientError } from '../../client/client-error.ts'
import { alarm, showToast } from '../kernel/announce.ts'
import { reasonOf as reasonOfAny } from '../kernel/failure.ts'
import { t } from '../kernel/texts.ts'

/** What the server says of a message that is not there, or not for this person. */
const GONE = ['Invalid message(s)', 'Message already deleted']

export const isGoneError = (error: unknown): boolean => error instanceof ClientError && GONE.includes(error.message)

/** The reason of the server, or that it cannot be reached. */
export const reasonOf = (error: unknown): string => (isGoneError(error) ? t('message.gone') : reasonOfAny(error))

/** Says why something was not done to a message. */
export function showFailure(error: unknown): void {
  const reason = reasonOf(error)
  showToast(reason)
  alarm(reason)
}
