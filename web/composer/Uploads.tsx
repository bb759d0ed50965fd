import { t } from '../kernel/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { type Target, targetKey } from './store.ts'
import { type Upload, uploadsOf } from './uploads.ts'

/** The files that are on their way to the server. */
export function Uploads({ target }: { target: Target }) {
  const list = uploadsOf(targetKey(target))
  if (list.length === 0) return null
  return (
    <div class="ups">
      {list.map((one) => (
        <UploadRow key={one.id} upload={one} />
      ))}
    </div>
  )
}

function UploadRow({ upload: { name, error, cancel } }: { upload: Upload }) {
  if (error !== null)
    return (
      <div class="fail" role="alert">
        <Icon name="warn" size="s" />
        <span class="grow">
          <b>{t('composer.uploadFailed', { file: name })}</b> {error}
        </span>
        <IconButton icon="x" label={t('dismiss')} small onClick={cancel} />
      </div>
    )
  return (
    <div class="row up">
      <Icon name="file" size="s" />
      <bdi class="clip">{name}</bdi>
      <span class="bar grow" role="progressbar" aria-label={t('composer.uploadingFile', { file: name })}>
        <i />
      </span>
      <IconButton icon="x" label={t('composer.cancelUpload', { file: name })} small onClick={cancel} />
    </div>
  )
}
