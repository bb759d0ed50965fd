import { session } from '../../kernel/session.ts'
import { reasonOf } from '../show-failure.ts'

/** Deletes a message for everybody. Returns why it could not be done, or null. */
export async function deleteMessage(id: number): Promise<string | null> {
  try {
    await session.call('deleteMessage', { message_id: id })
    return null
  } catch (error) {
    return reasonOf(error)
  }
}
