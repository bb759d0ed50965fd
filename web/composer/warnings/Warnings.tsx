import { useState } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import type { Target } from '../store.ts'
import { addToChannel } from './add-to-channel.ts'
import { warningsOf } from './store.ts'

/** What the writer should know before the message is sent. */
export function Warnings({ target, text }: { target: Target; text: string }) {
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const shown = warningsOf(target, text).filter(({ key }) => !dismissed.includes(key))
  return (
    <div aria-live="polite">
      {shown.map(({ key, text: words, add }) => (
        <div key={key} class="warn-row">
          <Icon name="warn" size="s" />
          <span class="grow">{words}</span>
          {add && (
            <button type="button" class="btn sm" onClick={() => void addToChannel(add.personId, add.channel)}>
              {t('warning.add', { channel: add.channel.name })}
            </button>
          )}
          <IconButton icon="x" small label={t('dismiss')} onClick={() => setDismissed([...dismissed, key])} />
        </div>
      ))}
    </div>
  )
}
