import { t } from '../../kernel/texts.ts'
import { iconElement } from './icon-element.ts'

/** Hides what is in a spoiler until it is wanted. */
export function foldSpoilers(element: HTMLElement): void {
  for (const block of element.querySelectorAll<HTMLElement>('.spoiler-block')) {
    const header = block.querySelector<HTMLElement>(':scope > .spoiler-header')
    const content = block.querySelector<HTMLElement>(':scope > .spoiler-content')
    if (!header || !content) continue
    content.removeAttribute('aria-hidden')
    const title = document.createElement('div')
    title.className = 'grow'
    if (header.textContent?.trim()) title.append(...header.childNodes)
    else title.textContent = t('spoiler.name')
    const button = document.createElement('button')
    Object.assign(button, { type: 'button', className: 'icb sm' })
    button.append(iconElement('chev-d'))
    const show = (isShown: boolean) => {
      content.hidden = !isShown
      block.classList.toggle('open', isShown)
      button.setAttribute('aria-expanded', `${isShown}`)
      button.setAttribute('aria-label', t(isShown ? 'spoiler.hide' : 'spoiler.show'))
    }
    // The title may have links of its own. Everything else in the line opens it, too.
    header.addEventListener('click', ({ target }) => {
      if (!(target as Element).closest('a, button:not(.icb)')) show(content.hidden !== false)
    })
    header.replaceChildren(iconElement('spoiler'), title, button)
    show(false)
  }
}
