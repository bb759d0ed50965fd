import { useEffect } from 'preact/hooks'
import { announce } from '../../kernel/announce.ts'
import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { movedNote, type Target, targetKey } from '../store.ts'

/** Says who has renamed or moved the topic while something was written for it. */
export function MovedNote({ target }: { target: Target }) {
  const note = movedNote.value
  const text = note?.key === targetKey(target) ? note.text : null
  useEffect(() => {
    if (text !== null) announce(text)
  }, [text])
  if (text === null) return null
  return (
    <div class="warn-row">
      <Icon name="info" size="s" />
      <span class="grow">{text}</span>
      <IconButton
        icon="x"
        small
        label={t('dismiss')}
        onClick={() => {
          movedNote.value = null
        }}
      />
    </div>
  )
}
