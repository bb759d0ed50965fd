import { ApiError, badRequest } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'

/** All draft operations need the setting. */
export function requireDraftsSynchronized({ user }: Pick<Actor, 'user'>): void {
  if (!settingOf(user, 'enable_drafts_synchronization')) throw badRequest('User has disabled synchronizing drafts.')
}

export const noSuchDraft = () => new ApiError('BAD_REQUEST', 'Draft does not exist', { status: 404 })
