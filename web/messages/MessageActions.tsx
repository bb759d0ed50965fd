import { useComputed } from '@preact/signals'
import { useLayoutEffect, useState } from 'preact/hooks'
import type { FetchedMessage } from '../../api/objects/message.ts'
import { areSingleKeysOn } from '../kernel/keyboard.ts'
import { t } from '../kernel/texts.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { EmojiPicker } from './emoji/EmojiPicker.tsx'
import { closeLayer, isDialog, layer, openLayer } from './layer.ts'
import { MessageSheet } from './MessageSheet.tsx'
import { messageItems } from './message-items.ts'
import { toggleReaction } from './react.ts'
import { askToReply } from './reply.ts'
import { toggleSaved } from './save-message.ts'

interface Props {
  message: FetchedMessage
  /** The pointer or the focus is in the message. */
  isNear: boolean
  onMarkUnread?: ((id: number) => void) | undefined
}

const ReadBy = onDemand(() => import('./receipts/ReadBy.tsx'), 'ReadBy')

/** The toolbar is one tab stop: arrows move in it. */
function moveInToolbar(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const by = document.documentElement.dir === 'rtl' ? -step : step
  const here = buttons.indexOf(document.activeElement as HTMLButtonElement)
  event.preventDefault()
  buttons[(here + by + buttons.length) % buttons.length]?.focus()
}

/** What can be done with a message. It is in the document only while somebody is near, so that long lists stay quick. */
export function MessageActions({ message, isNear, onMarkUnread }: Props) {
  const { id } = message
  const open = useComputed(() =>
    layer.value?.id === id && !isDialog(layer.value.kind) ? layer.value.kind : null,
  ).value
  if (!isNear && open === null) return null
  return <Actions message={message} open={open} onMarkUnread={onMarkUnread} />
}

/** A name that eyes see with its key, in place of the tooltip of the browser. */
const tip = (label: string, key: string) => ({
  label,
  title: undefined,
  'data-tip': label,
  ...(areSingleKeysOn.value && { 'data-key': key }),
})

function Actions({ message, open, onMarkUnread }: Omit<Props, 'isNear'> & { open: string | null }) {
  const { id } = message
  const [react, setReact] = useState<Element | null>(null)
  const [more, setMore] = useState<Element | null>(null)
  // A message that leaves the document takes what is open beside it along, at once: it may be opened again.
  useLayoutEffect(
    () => () => {
      const left = layer.peek()
      if (left?.id === id && !isDialog(left.kind)) closeLayer()
    },
    [],
  )
  const toggle = (kind: 'menu' | 'picker') => (open === kind ? closeLayer() : openLayer(kind, id))
  const items = () => messageItems(message, onMarkUnread)
  return (
    <>
      <div class="acts-bar" role="toolbar" aria-label={t('action.all')} onKeyDown={moveInToolbar}>
        <IconButton
          ref={setReact}
          icon="smile-plus"
          {...tip(t('reaction.add'), '+')}
          aria-haspopup="dialog"
          aria-expanded={open === 'picker'}
          onClick={() => toggle('picker')}
        />
        <IconButton icon="reply" {...tip(t('action.replyShort'), 'R')} tabIndex={-1} onClick={() => askToReply(id)} />
        <IconButton
          icon="bookmark"
          {...tip(t('action.save'), 'B')}
          tabIndex={-1}
          aria-pressed={message.flags.includes('starred')}
          onClick={() => toggleSaved(id)}
        />
        <IconButton
          ref={setMore}
          icon="dots"
          {...tip(t('more'), '.')}
          tabIndex={-1}
          aria-haspopup="menu"
          aria-expanded={open === 'menu'}
          onClick={() => toggle('menu')}
        />
      </div>
      {open === 'picker' && react && (
        <EmojiPicker anchor={react} onPick={(emoji) => toggleReaction(id, emoji)} onClose={closeLayer} />
      )}
      {open === 'menu' && more && <Menu name={t('action.all')} anchor={more} items={items()} onClose={closeLayer} />}
      {open === 'sheet' && <MessageSheet message={message} items={items()} />}
      {open === 'receipts' && more && <ReadBy message={message} anchor={more} onClose={closeLayer} />}
    </>
  )
}
