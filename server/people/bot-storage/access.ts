import { ApiError } from '../../../api/errors.ts'
import type { User } from '../../kernel/realm-state/user.ts'

export function requireBot({ isBot }: User): void {
  if (!isBot) throw new ApiError('PERMISSION_DENIED', 'Must be a bot user')
}
