import { showToast } from '../../kernel/announce.ts'
import { copyText } from '../../kernel/clipboard.ts'
import { t } from '../../kernel/texts.ts'

/** Copies the address of the open place. */
export async function copyPlace(): Promise<void> {
  const isDone = await copyText(`${location.origin}/${location.hash}`)
  showToast(t(isDone ? 'copy.done' : 'copy.failed'))
}
