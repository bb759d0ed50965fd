import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { useModal } from '../../ui/dialog/use-modal.ts'
import { DialogToasts } from '../../ui/Toasts.tsx'
import { fetchPictures, knownPictures, type PlacedPicture } from './fetch-pictures.ts'
import type { Picture } from './pictures-in.ts'
import { Stage } from './Stage.tsx'
import { closeViewer, type OpenPicture } from './store.ts'
import { Thumbnails } from './Thumbnails.tsx'
import { useZoom } from './use-zoom.ts'
import { ViewerHead } from './ViewerHead.tsx'

type ListedPicture = Picture & Partial<PlacedPicture>

/** The same file may be in several messages. */
const keyOf = ({ message, file }: ListedPicture): string => `${message?.id ?? 0} ${file}`

/** The pictures of the conversation, once they are known. The one that was pressed is always among them. */
function usePictures({ picture, messageId }: OpenPicture): readonly ListedPicture[] {
  const wanted = `${messageId} ${picture.file}`
  const first = (list: readonly ListedPicture[]) => (list.some((one) => keyOf(one) === wanted) ? list : [picture])
  const [pictures, setPictures] = useState<readonly ListedPicture[]>(() => first(knownPictures(messageId)))
  useEffect(() => {
    fetchPictures(messageId).then(
      (found) => found.length > 0 && setPictures(first(found)),
      // Those of the message are enough to go on.
      () => undefined,
    )
  }, [])
  return pictures
}

const isMirrored = (): boolean => document.documentElement.dir === 'rtl'

/** Pictures of a conversation, one at a time, as large as the window. */
export function Viewer({ shown }: { shown: OpenPicture }) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  const pictures = usePictures(shown)
  const [key, setKey] = useState(`${shown.messageId} ${shown.picture.file}`)
  const index = Math.max(
    0,
    pictures.findIndex((one) => keyOf(one) === key),
  )
  const current: ListedPicture = pictures[index] ?? shown.picture
  const zoom = useZoom(current)
  useModal(element, id)
  const move = (by: number) => {
    const next = pictures[index + by]
    if (next) setKey(keyOf(next))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step !== undefined) move(isMirrored() ? -step : step)
    else if (event.key === '+' || event.key === '=') zoom.zoomIn()
    else if (event.key === '-' || event.key === '−') zoom.zoomOut()
    else if (event.key === '0') zoom.fit()
    // What is typed here never acts on messages.
    else if (event.key.length > 1 || event.ctrlKey || event.metaKey) return
    event.stopPropagation()
  }
  return (
    <dialog
      ref={element}
      class="dlg viewer"
      aria-modal="true"
      aria-label={t('viewer.name')}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        closeViewer()
      }}
      onClick={(event) => event.target === element.current && closeViewer()}
    >
      <ViewerHead picture={current} message={current.message} index={index} count={pictures.length} zoom={zoom} />
      <Stage picture={current} zoom={zoom} index={index} count={pictures.length} onMove={move} />
      <Thumbnails pictures={pictures} index={index} onChoose={(at) => pictures[at] && setKey(keyOf(pictures[at]))} />
      <DialogToasts dialog={id} />
    </dialog>
  )
}
