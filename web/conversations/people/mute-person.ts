import { session } from '../../kernel/session.ts'
import { showFailure } from '../../messages/show-failure.ts'

/** Hides what somebody writes, or shows it again. */
export async function mutePerson(id: number, isMuted: boolean): Promise<void> {
  try {
    await session.call(isMuted ? 'muteUser' : 'unmuteUser', { muted_user_id: id })
  } catch (error) {
    showFailure(error)
  }
}
