import { textField } from '../focus-composer.ts'
import { insertText } from '../format-text.ts'
import { keepDraft } from '../keep-draft.ts'
import { setWritten, type Target, targetKey, written } from '../store.ts'

/** Brackets in a name would end the text of the link. */
export const linkTo = (name: string, url: string): string => `[${name.replace(/[[\]]/g, '')}](${url})`

/** Puts the link where the person writes, or at the end if another conversation is open now. */
export function putLink(target: Target, link: string): void {
  const key = targetKey(target)
  const field = textField.current
  if (field?.dataset['target'] === key && field.checkVisibility()) {
    const focused = document.activeElement
    const before = field.value.slice(0, field.selectionStart)
    insertText(field, `${before === '' || /\s$/.test(before) ? '' : '\n'}${link}\n`)
    // The focus stays in the name of the topic or in a dialog.
    if (focused instanceof HTMLElement && focused !== document.body) focused.focus()
    return
  }
  const { content } = written(key).peek()
  setWritten(key, { content: content === '' ? `${link}\n` : `${content}\n${link}\n` })
  keepDraft(target)
}
