import { computed } from '@preact/signals'
import { assertive, dismissToast, polite, toasts } from '../kernel/announce.ts'
import { t } from '../kernel/texts.ts'
import { standingStatus } from './Connection.tsx'
import { openDialogs } from './dialog/open-dialogs.ts'
import { IconButton } from './IconButton.tsx'

const newestUndo = computed(() => toasts.value.findLast(({ undo }) => undo)?.id)

/** Only the newest action that can be undone has a button, as Ctrl Z undoes the newest one. Then comes the one before it. */
const ToastList = () => (
  <>
    {toasts.value.map(({ id, text, undo }) => (
      <div key={id} class="toast">
        <span class="grow">{text}</span>
        {undo && id === newestUndo.value && (
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
  </>
)

/** The one polite region, with the short texts that are also shown. */
const Status = () => (
  <div role="status" class="toasts">
    <span class="sr">{standingStatus.value || polite.value}</span>
    <ToastList />
  </div>
)

/** The live regions of the page. */
export const Toasts = () => (
  <>
    {openDialogs.value.length === 0 && <Status />}
    <div role="alert" class="sr">
      {assertive.value}
    </div>
  </>
)

/** Nothing outside the topmost dialog can be read or pressed, so the polite region is in it. */
export const DialogToasts = ({ dialog }: { dialog: string }) =>
  openDialogs.value.at(-1) === dialog ? <Status /> : null
