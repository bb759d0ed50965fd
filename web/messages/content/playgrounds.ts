import { parseTemplate } from 'url-template'
import { onEvent, onState, state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { toggleContentMenu } from './content-menu.ts'
import { iconElement } from './icon-element.ts'
import { make } from './make-element.ts'

interface Playground {
  readonly name: string
  readonly url: string
}

/** Where the organization lets people try code of this language. */
function playgroundsOf(language: string, code: string): Playground[] {
  const wanted = language.toLowerCase()
  const all = state.peek()?.realm_playgrounds ?? []
  return all
    .filter((one) => one.pygments_language.toLowerCase() === wanted)
    .map(({ name, url_template }) => ({ name, url: parseTemplate(url_template).expand({ code }) }))
}

const openPage = (url: string): void => void window.open(url, '_blank', 'noopener,noreferrer')

/** One playground is a link, several are a menu. */
export function showPlaygrounds(block: HTMLElement): void {
  block.querySelector('.play')?.remove()
  const playgrounds = playgroundsOf(
    block.dataset['codeLanguage'] ?? '',
    block.querySelector('pre')?.textContent?.trimEnd() ?? '',
  )
  const [first, ...more] = playgrounds
  if (!first) return
  const look = 'btn sm ghost play'
  const end = block.querySelector('.bar-end')
  if (more.length === 0) {
    const to = { class: look, href: first.url, target: '_blank', rel: 'noopener noreferrer' }
    end?.prepend(make('a', to, iconElement('play'), t('code.runIn', { name: first.name })))
    return
  }
  const button = make(
    'button',
    { type: 'button', class: look, 'aria-haspopup': 'menu' },
    iconElement('play'),
    t('code.run'),
  )
  button.addEventListener('click', () =>
    toggleContentMenu({
      name: t('code.run'),
      anchor: button,
      items: playgrounds.map(({ name, url }) => ({ label: t('code.runIn', { name }), run: () => openPage(url) })),
    }),
  )
  end?.prepend(button)
}

const again = (): void =>
  queueMicrotask(() => {
    for (const block of document.querySelectorAll<HTMLElement>('.codeblk[data-code-language]')) showPlaygrounds(block)
  })

// Messages may be shown before register has named the playgrounds.
onState(again)
onEvent(({ type }) => {
  if (type === 'realm_playgrounds') again()
})
