import { showToast } from '../kernel/announce.ts'
import { copyText } from '../kernel/clipboard.ts'
import { t } from '../kernel/texts.ts'
import { fetchSource } from './fetch-source.ts'
import { messageUrl } from './message-address.ts'
import { showFailure } from './show-failure.ts'
import { messages } from './store.ts'

/** Copies a text, and says whether it was possible. */
export async function copyWords(text: string): Promise<void> {
  showToast((await copyText(text)) ? t('copy.done') : t('copy.failed'))
}

export async function copyLink(id: number): Promise<void> {
  const message = messages.get(id)
  if (message) await copyWords(messageUrl(message))
}

/** Copies a message as it was written. */
export async function copySource(id: number): Promise<void> {
  try {
    await copyWords(await fetchSource(id))
  } catch (error) {
    showFailure(error)
  }
}
