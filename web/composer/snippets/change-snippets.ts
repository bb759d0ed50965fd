import { showToast } from '../../kernel/announce.ts'
import { reasonOf, showFailure } from '../../kernel/failure.ts'
import { session } from '../../kernel/session.ts'
import { t } from '../../kernel/texts.ts'

/** Keeps a text to use it again. Returns why it could not be done, or null. */
export async function createSnippet(title: string, content: string): Promise<string | null> {
  try {
    await session.call('createSavedSnippet', { title, content })
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

/** Deletes a snippet. It can be undone. */
export async function deleteSnippet(id: number, title: string, content: string): Promise<void> {
  try {
    await session.call('deleteSavedSnippet', { saved_snippet_id: id })
    showToast(t('snippets.deleted', { title }), () => createSnippet(title, content))
  } catch (error) {
    showFailure(error)
  }
}
