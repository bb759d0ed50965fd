import { assertive, dismissToast, polite, toasts } from '../kernel/announce.ts'
import { t } from '../kernel/texts.ts'
import { IconButton } from './IconButton.tsx'

/** The live regions of the page, and the short texts that are also shown. `standing` is said while it holds. */
export const Toasts = ({ standing }: { standing: string }) => (
  <>
    <div role="status" class="toasts">
      <span class="sr">{standing || polite.value}</span>
      {toasts.value.map(({ id, text, undo }) => (
        <div key={id} class="toast">
          <span class="grow">{text}</span>
          {undo && (
            <button
              type="button"
              class="btn sm"
              onClick={() => {
                dismissToast(id)
                undo()
              }}
            >
              {t('undo')}
            </button>
          )}
          <IconButton icon="x" label={t('dismiss')} small onClick={() => dismissToast(id)} />
        </div>
      ))}
    </div>
    <div role="alert" class="sr">
      {assertive.value}
    </div>
  </>
)
