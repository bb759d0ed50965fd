import { t } from '../kernel/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { attachFiles } from './files/attach-files.ts'
import { complaint, type Target, targetKey } from './store.ts'

/** Why something was not done with the text. */
export function ComplaintRow({ target }: { target: Target }) {
  const problem = complaint.value
  if (problem?.key !== targetKey(target)) return null
  const { text, file, isNotSent } = problem
  return (
    <div class="fail" role="alert">
      <Icon name="warn" size="s" />
      <span>
        {isNotSent && <b>{t('sending.notSent')}</b>} {text}
      </span>
      {file && (
        <button
          type="button"
          class="btn sm"
          onClick={() => {
            complaint.value = null
            attachFiles(target, [file])
          }}
        >
          {t('paste.attach')}
        </button>
      )}
    </div>
  )
}
