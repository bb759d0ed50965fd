import { showToast } from '../kernel/announce.ts'
import { t } from '../kernel/texts.ts'
import { isSaved, toggleSaved } from '../messages/save-message.ts'

/** Takes a message out of the saved ones. It can be undone. */
export async function removeSaved(id: number): Promise<void> {
  if (!isSaved(id)) return
  await toggleSaved(id)
  // It is saved again if the server has refused.
  if (!isSaved(id)) showToast(t('later.removed'), () => toggleSaved(id))
}
