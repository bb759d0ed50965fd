import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { type Target, targetKey } from '../store.ts'
import { cancelUpload, retryUpload } from './attach-files.ts'
import { type Upload, uploadsOf } from './uploads.ts'

/** The files that are on their way to the server. */
export function Uploads({ target }: { target: Target }) {
  const list = uploadsOf(targetKey(target))
  if (list.length === 0) return null
  return (
    <div class="ups">
      {list.map((one) =>
        one.error === null ? <Running key={one.id} upload={one} /> : <Failed key={one.id} upload={one} />,
      )}
    </div>
  )
}

function Running({ upload: { id, file, part } }: { upload: Upload }) {
  const percent = Math.floor((part ?? 0) * 100)
  return (
    <div class="row up">
      <Icon name="file" size="s" />
      <bdi class="clip">{file.name}</bdi>
      <span
        class="bar grow"
        role="progressbar"
        aria-label={t('composer.uploadingFile', { file: file.name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <i style={{ inlineSize: `${percent}%` }} />
      </span>
      <span class="mut num" aria-hidden="true">
        {t('files.percent', { percent })}
      </span>
      <IconButton
        icon="x"
        label={t('composer.cancelUpload', { file: file.name })}
        small
        onClick={() => cancelUpload(id)}
      />
    </div>
  )
}

const Failed = ({ upload: { id, file, error, mayRetry } }: { upload: Upload }) => (
  <div class="fail" role="alert">
    <Icon name="warn" size="s" />
    <span class="grow">
      <b>{t('composer.uploadFailed', { file: file.name })}</b> {error}
    </span>
    {mayRetry && (
      <button type="button" class="btn sm" onClick={() => retryUpload(id)}>
        {t('retry')}
      </button>
    )}
    <IconButton icon="x" label={t('dismiss')} small onClick={() => cancelUpload(id)} />
  </div>
)
