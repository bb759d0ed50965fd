import { t } from '../../kernel/texts.ts'
import { iconElement } from './icon-element.ts'

/** Hides what is in a spoiler until its button is pressed. */
export function foldSpoilers(element: HTMLElement): void {
  for (const block of element.querySelectorAll<HTMLElement>('.spoiler-block')) {
    const header = block.querySelector<HTMLElement>(':scope > .spoiler-header')
    const content = block.querySelector<HTMLElement>(':scope > .spoiler-content')
    if (!header || !content) continue
    content.removeAttribute('aria-hidden')
    if (!header.textContent?.trim()) header.textContent = t('spoiler.name')
    const button = document.createElement('button')
    Object.assign(button, { type: 'button', className: 'icb sm' })
    button.append(iconElement('chev-d'))
    const show = (isShown: boolean) => {
      content.hidden = !isShown
      block.classList.toggle('open', isShown)
      button.setAttribute('aria-expanded', `${isShown}`)
      button.setAttribute('aria-label', t(isShown ? 'spoiler.hide' : 'spoiler.show'))
    }
    button.addEventListener('click', () => show(content.hidden))
    header.append(button)
    show(false)
  }
}
