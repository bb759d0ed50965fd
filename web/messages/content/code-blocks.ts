import { showToast } from '../../kernel/announce.ts'
import { copyText } from '../../kernel/clipboard.ts'
import { t } from '../../kernel/texts.ts'
import { colorCalls } from './color-calls.ts'
import { iconElement } from './icon-element.ts'
import { make, makeButton } from './make-element.ts'
import { showPlaygrounds } from './playgrounds.ts'

/** Adds to each block of code a bar with its language, a way to try it, and a button that copies it. */
export function addCodeBars(element: HTMLElement): void {
  for (const block of element.querySelectorAll<HTMLElement>('.codehilite')) {
    block.classList.add('codeblk')
    const copy = makeButton(t('copy.code'), 'icb sm', iconElement('file'), async () => {
      const isDone = await copyText(block.querySelector('pre')?.textContent ?? '')
      showToast(t(isDone ? 'copy.done' : 'copy.failed'))
    })
    const language = make('span', {}, block.dataset['codeLanguage'] ?? '')
    block.prepend(make('div', { class: 'bar' }, language, make('span', { class: 'row bar-end' }, copy)))
    colorCalls(block)
    showPlaygrounds(block)
  }
}
