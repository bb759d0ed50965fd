import { ClientError } from '../../client/client-error.ts'
import { alarm, showToast } from './announce.ts'
import { t } from './texts.ts'

/** The reason of the server, or that it cannot be reached. */
export const reasonOf = (error: unknown): string =>
  error instanceof ClientError ? error.message : t('action.noAnswer')

/** Says why something was not done. */
export function showFailure(error: unknown): void {
  const reason = reasonOf(error)
  showToast(reason)
  alarm(reason)
}
