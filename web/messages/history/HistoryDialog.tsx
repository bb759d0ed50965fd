import { useEffect, useState } from 'preact/hooks'
import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Gone } from '../layers/Gone.tsx'
import type { MessageDialogProps } from '../layers/message-dialog.ts'
import { reasonOf } from '../show-failure.ts'
import { fetchHistory, type Version } from './fetch-history.ts'
import { HistoryEntry } from './HistoryEntry.tsx'

/** What happened to a message, the newest change first. */
export function HistoryDialog({ message, isGone, onClose }: MessageDialogProps) {
  const [versions, setVersions] = useState<readonly Version[] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isWhole, setWhole] = useState(false)
  // A change of the message adds a version.
  useEffect(() => {
    if (!isGone) fetchHistory(message).then(setVersions, (error) => setRefusal(reasonOf(error)))
  }, [message.content, message.subject, message.stream_id])
  const hasText = state.value?.realm_message_edit_history_visibility_policy !== 'moves'
  return (
    <Dialog title={t('action.history')} size="wide" onClose={onClose}>
      {hasText && (
        <div class="seg hist-seg">
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
      )}
      {isGone && <Gone />}
      {refusal !== null && (
        <p class="fail" role="alert">
          {refusal}
        </p>
      )}
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
