import { showToast } from '../../kernel/announce.ts'
import { copyText } from '../../kernel/clipboard.ts'
import { t } from '../../kernel/texts.ts'
import { iconElement } from './icon-element.ts'

/** Gives each block of code a bar with its language and a button that copies it. */
export function addCopyButtons(element: HTMLElement): void {
  for (const block of element.querySelectorAll<HTMLElement>('.codehilite')) {
    block.classList.add('codeblk')
    const bar = document.createElement('div')
    bar.className = 'bar'
    const language = document.createElement('span')
    language.textContent = block.dataset['codeLanguage'] ?? ''
    const button = document.createElement('button')
    Object.assign(button, { type: 'button', className: 'icb sm', title: t('copy.code') })
    button.setAttribute('aria-label', t('copy.code'))
    button.append(iconElement('file'))
    button.addEventListener('click', async () => {
      const isDone = await copyText(block.querySelector('pre')?.textContent ?? '')
      showToast(t(isDone ? 'copy.done' : 'copy.failed'))
    })
    bar.append(language, button)
    block.prepend(bar)
  }
}
