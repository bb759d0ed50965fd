import { showToast } from '../../kernel/announce.ts'
import { copyText } from '../../kernel/clipboard.ts'
import { t } from '../../kernel/texts.ts'
import type { Picture } from './pictures-in.ts'

/** Copies the address of the file. Only people who may read its message can open it. */
export async function copyPictureLink({ file }: Picture): Promise<void> {
  const isDone = await copyText(new URL(file, location.href).href)
  showToast(t(isDone ? 'copy.done' : 'copy.failed'))
}
