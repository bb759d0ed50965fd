import { assertive, dismissToast, polite, toasts } from '../kernel/announce.ts'
import { t } from '../kernel/texts.ts'
import { standingStatus } from './Connection.tsx'
import { IconButton } from './IconButton.tsx'
import { openDialogs } from './open-dialogs.ts'

/**
 * The live regions of the page, and the short texts that are also shown. They stand in the topmost dialog, because
 * nothing outside it can be read or pressed.
 */
export const Toasts = ({ dialog }: { dialog?: string }) => (openDialogs.value.at(-1) === dialog ? <Regions /> : null)

const Regions = () => (
  <>
    <div role="status" class="toasts">
      <span class="sr">{standingStatus.value || polite.value}</span>
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
