import { channelColor } from '../../channels/channel-color.ts'
import { channel } from '../../channels/store.ts'
import { onState } from '../../kernel/state.ts'
import { clockTime, fullTime, shortDay } from '../../kernel/time.ts'
import { ownId } from '../../people/store.ts'
import { emojiCharacter } from '../emoji/emoji-text.ts'
import { addCopyButtons } from './code-blocks.ts'
import { foldSpoilers } from './spoilers.ts'

/** Pictures are at most this large, in CSS pixels. */
const MOST_WIDTH = 400
const MOST_HEIGHT = 280

/** What depends on who reads: their own mentions, and the colours of their channels. */
function personalize(element: ParentNode): void {
  const own = `${ownId()}`
  for (const mention of element.querySelectorAll<HTMLElement>('.user-mention:not(.silent)')) {
    const { userId } = mention.dataset
    mention.classList.toggle('you', userId === own || userId === '*')
  }
  for (const link of element.querySelectorAll<HTMLElement>('a[data-stream-id]'))
    link.dataset['ch'] = channelColor(channel(Number(link.dataset['streamId']))?.color)
}

function showEmoji(element: HTMLElement): void {
  for (const emoji of element.querySelectorAll('span.emoji')) {
    const code = /(?:^| )emoji-([\da-f-]+)(?: |$)/.exec(emoji.className)?.[1]
    if (code) emoji.textContent = emojiCharacter(code)
  }
}

/** Times in the zone of the reader. */
function showTimes(element: HTMLElement): void {
  for (const time of element.querySelectorAll('time[datetime]')) {
    const seconds = Date.parse(time.getAttribute('datetime') ?? '') / 1000
    if (Number.isNaN(seconds)) continue
    time.className = 'time'
    time.setAttribute('title', fullTime(seconds))
    time.textContent = `${shortDay(seconds)}, ${clockTime(seconds)}`
  }
}

/** Pictures take their place before they have come. */
function sizePictures(element: HTMLElement): void {
  for (const image of element.querySelectorAll<HTMLImageElement>('img[data-original-dimensions]')) {
    const [width = 0, height = 0] = (image.dataset['originalDimensions'] ?? '').split('x').map(Number)
    if (!width || !height) continue
    const scale = Math.min(1, MOST_WIDTH / width, MOST_HEIGHT / height)
    image.width = Math.max(1, Math.round(width * scale))
    image.height = Math.max(1, Math.round(height * scale))
    image.loading = 'lazy'
    image.decoding = 'async'
  }
}

/** Makes the HTML of the server into what this app shows. */
export function enhance(element: HTMLElement): void {
  personalize(element)
  showEmoji(element)
  showTimes(element)
  sizePictures(element)
  addCopyButtons(element)
  foldSpoilers(element)
}

// Messages may be shown before register has said who reads.
onState(() => queueMicrotask(() => personalize(document)))
