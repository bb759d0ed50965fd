import { useState } from 'preact/hooks'
import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Refusal } from '../../ui/Refusal.tsx'
import { Gone } from '../layers/Gone.tsx'
import type { MessageDialogProps } from '../layers/message-dialog.ts'
import { useFetched } from '../layers/use-fetched.ts'
import { fetchHistory } from './fetch-history.ts'
import { HistoryEntry } from './HistoryEntry.tsx'

/** What happened to a message, the newest change first. */
export function HistoryDialog({ message, isGone, onClose }: MessageDialogProps) {
  const [isWhole, setWhole] = useState(false)
  // A change of the message adds a version.
  const inputs = [message.content, message.subject, message.stream_id]
  const { value: versions, refusal, retry } = useFetched(() => fetchHistory(message), inputs)
  const hasText = state.value?.realm_message_edit_history_visibility_policy !== 'moves'
  const ways = (
    <div class="seg">
      {[false, true].map((one) => (
        <button
          key={String(one)}
          type="button"
          class={isWhole === one ? 'on' : ''}
          aria-pressed={isWhole === one}
          onClick={() => setWhole(one)}
        >
          {t(one ? 'history.whole' : 'history.changes')}
        </button>
      ))}
    </div>
  )
  return (
    <Dialog title={t('action.history')} size="wide" beside={hasText && ways} onClose={onClose}>
      {isGone && <Gone />}
      {!isGone && <Refusal reason={refusal} onRetry={retry} />}
      <ol class="hists" aria-label={t('action.history')} aria-busy={versions === null && refusal === null}>
        {versions?.map((version, index) => (
          <HistoryEntry key={versions.length - index} version={version} isWhole={isWhole} hasText={hasText} />
        ))}
      </ol>
      {hasText && (
        <p class="hint">
          {t('history.hint')} <ins class="ins">{t('diff.added')}</ins> <del class="del">{t('diff.removed')}</del>
        </p>
      )}
    </Dialog>
  )
}
