import { useRef } from 'preact/hooks'
import { closeLayer, type DialogKind, isDialog, type Layer, layer } from '../layer.ts'
import { message } from '../store.ts'
import { dialogs } from './dialogs.ts'

/** The dialog that is open for a message. It outlives the message: what was typed must not be lost. */
export function MessageLayers() {
  const open = layer.value
  if (!open || !isDialog(open.kind)) return null
  return <OpenDialog key={open.opening} kind={open.kind} open={open} />
}

function OpenDialog({ kind, open: { id, seen } }: { kind: DialogKind; open: Layer }) {
  const now = message(id).value
  const last = useRef(seen)
  if (now) last.current = now
  const View = dialogs[kind]
  return last.current ? <View message={last.current} isGone={now === undefined} onClose={closeLayer} /> : null
}
