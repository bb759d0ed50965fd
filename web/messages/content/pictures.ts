import { t } from '../../kernel/texts.ts'
import { picturesIn } from '../viewer/pictures-in.ts'
import { openViewer } from '../viewer/store.ts'
import { fileNameOf } from './file-name.ts'
import { iconElement } from './icon-element.ts'
import { make } from './make-element.ts'

/** Pictures are at most this large, in CSS pixels. */
const MAX_WIDTH = 400
const MAX_HEIGHT = 280
const MISSING = '/static/images/errors/image-not-exist.png'
/** Stands for a thumbnail that the server is still making. Its own drawing would be black on black. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='

/** Pictures take their place before they have come. */
function sizePicture(image: HTMLImageElement): void {
  image.loading = 'lazy'
  image.decoding = 'async'
  const [width = 0, height = 0] = (image.dataset['originalDimensions'] ?? '').split('x').map(Number)
  if (!width || !height) return
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height)
  image.width = Math.max(1, Math.round(width * scale))
  image.height = Math.max(1, Math.round(height * scale))
  image.style.aspectRatio = `${width} / ${height}`
  if (image.classList.contains('image-loading-placeholder')) image.src = NOTHING
}

/** Replaces a picture that does not come by a box of the same height. */
function showBroken(frame: HTMLElement, image: HTMLImageElement, address: string, name: string): void {
  const box = make(
    'div',
    { class: 'broken', style: `--h: ${image.height || 0}px` },
    iconElement('image'),
    make('span', {}, t('picture.broken')),
    make('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, t('picture.open', { name })),
  )
  frame.replaceChildren(box)
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

/** Frames a picture with its name. A press opens the viewer. */
function framePicture(frame: HTMLElement, link: HTMLAnchorElement, image: HTMLImageElement): void {
  const address = link.getAttribute('href') ?? image.src
  const name = fileNameOf(address)
  const text = link.title && link.title !== name ? link.title : ''
  if (!image.alt) image.alt = text || name
  link.removeAttribute('title')
  sizePicture(image)
  const caption = make('span', { class: 'cap' }, make('bdi', { class: 'clip' }, name))
  if (text) caption.append(make('bdi', { class: 'clip' }, text))
  frame.append(caption)
  image.addEventListener('error', () => showBroken(frame, image, address, name))
  if (image.getAttribute('src') === MISSING) showBroken(frame, image, address, name)
  link.addEventListener('click', (event) => {
    if (!isPlain(event)) return
    event.preventDefault()
    const shown = picturesIn(frame)[0]
    const messageId = Number(link.closest<HTMLElement>('article')?.dataset['messageId'] ?? 0)
    if (shown) openViewer(shown, messageId)
  })
}

/** `![text](address)`: the picture stands in the text, without a frame around it. */
function linkInlinePicture(image: HTMLImageElement): void {
  const address = image.dataset['originalSrc'] ?? image.src
  const frame = make('span', { class: 'message_inline_image inline' })
  const link = make('a', { href: address })
  image.replaceWith(frame)
  link.append(image)
  frame.append(link)
  framePicture(frame, link, image)
}

/** A film of another site. Its picture leads there. */
function frameFilm(link: HTMLAnchorElement, image: HTMLImageElement): void {
  image.alt ||= link.title || t('film.watch', { site: link.host })
  sizePicture(image)
  link.append(make('span', { class: 'big' }, iconElement('play')))
}

/** A line that only names pictures says nothing more than the captions below it. */
function dropNamesOf(element: HTMLElement, framed: ReadonlySet<string | null>): void {
  for (const line of element.querySelectorAll(':scope > p')) {
    const isOnlyNames = [...line.childNodes].every((node) =>
      node instanceof HTMLAnchorElement
        ? framed.has(node.getAttribute('href'))
        : node instanceof HTMLBRElement || (node instanceof Text && node.data.trim() === ''),
    )
    if (isOnlyNames && line.querySelector('a')) line.remove()
  }
}

export function framePictures(element: HTMLElement): void {
  for (const image of element.querySelectorAll<HTMLImageElement>('img.inline-image')) linkInlinePicture(image)
  const framed = new Set<string | null>()
  for (const frame of element.querySelectorAll<HTMLElement>('.message_inline_image:not(.inline)')) {
    const link = frame.querySelector('a')
    const image = link?.querySelector('img')
    if (!link || !image) continue
    if (frame.matches('.youtube-video, .embed-video')) frameFilm(link, image)
    else {
      framed.add(link.getAttribute('href'))
      framePicture(frame, link, image)
    }
  }
  if (framed.size > 0) dropNamesOf(element, framed)
}
