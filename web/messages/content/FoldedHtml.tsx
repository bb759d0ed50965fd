import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { Html } from '../../ui/Html.tsx'
import { enhance } from './enhance.ts'

/** What is higher than this, in CSS pixels, is folded. The style sheet says how much of it is still shown. */
const LONG = 640
/** Only such messages are measured: asking for a height stops the browser. */
const CANDIDATE_LENGTH = 1_500
const CANDIDATE_LINES = 20
const LINE_ENDS = /<br>|<\/(?:p|li|tr|h\d)>|\n/g

const mayBeLong = (html: string): boolean =>
  html.length > CANDIDATE_LENGTH || (html.match(LINE_ENDS)?.length ?? 0) > CANDIDATE_LINES

/** A message that leaves the document and comes back has its height at once. */
const knownLong = new Set<number>()
const open = signal<ReadonlySet<number>>(new Set())

function setOpen(id: number, isOpen: boolean): void {
  const next = new Set(open.value)
  if (isOpen) next.add(id)
  else next.delete(id)
  open.value = next
}

const isBelow = (target: EventTarget | null, box: Element): boolean =>
  target instanceof Element && target.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom

/** The text of a message. A long one is folded until somebody wants more. */
export function FoldedHtml({ id, html }: { id: number; html: string }) {
  const [isLong, setLong] = useState(knownLong.has(id))
  const isFolded = isLong && !open.value.has(id)
  const measure = (element: HTMLElement) => {
    enhance(element)
    const isLongNow = mayBeLong(html) && element.scrollHeight > LONG
    if (isLongNow) knownLong.add(id)
    else knownLong.delete(id)
    setLong(isLongNow)
  }
  return (
    <>
      <div
        class={isFolded ? 'folded' : undefined}
        // The search of the browser scrolls to what it found, and the focus may reach what is not shown.
        onScroll={() => isFolded && setOpen(id, true)}
        onFocusIn={({ target, currentTarget }) => isFolded && isBelow(target, currentTarget) && setOpen(id, true)}
      >
        <Html class="body" html={html} onShown={measure} />
      </div>
      {isLong && (
        <button type="button" class="link-btn" aria-expanded={!isFolded} onClick={() => setOpen(id, isFolded)}>
          {isFolded ? t('message.more') : t('message.less')}
        </button>
      )}
    </>
  )
}
