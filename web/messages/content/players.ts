import { t } from '../../kernel/texts.ts'
import { downloadFile } from './download-file.ts'
import { fileNameOf } from './file-name.ts'
import { iconElement } from './icon-element.ts'
import { make, makeButton } from './make-element.ts'

/** `1:52` */
const shownTime = (seconds: number): string =>
  Number.isFinite(seconds) ? `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}` : ''

/** The name of the file, how long it plays, and a button that saves it. */
function fileLine(media: HTMLMediaElement, address: string, name: string): HTMLElement {
  const length = make('span', { class: 'num' })
  media.addEventListener('loadedmetadata', () => {
    length.textContent = shownTime(media.duration)
  })
  return make(
    'div',
    { class: 'ctl' },
    make('bdi', { class: 'clip grow' }, name),
    length,
    makeButton(t('file.download', { name }), 'icb sm', iconElement('download'), () => downloadFile(address, name)),
  )
}

/** Shows a replacement for what the browser cannot play. */
function showBroken(media: HTMLMediaElement, box: HTMLElement, address: string, name: string): void {
  media.addEventListener('error', () =>
    box.replaceChildren(
      make(
        'div',
        { class: 'broken' },
        make('span', {}, t('media.broken')),
        make('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, t('picture.open', { name })),
      ),
    ),
  )
}

/** The controls of the browser appear when it plays. Until then there is one large button. */
function frameVideo(frame: HTMLElement, link: HTMLAnchorElement, video: HTMLVideoElement): void {
  const address = link.getAttribute('href') ?? video.src
  const name = link.title || fileNameOf(address)
  const button = makeButton(t('media.play', { name }), 'play-hit', make('span', { class: 'big' }), () => {
    button.remove()
    video.controls = true
    video.focus()
    void video.play().catch(() => undefined)
  })
  button.firstElementChild?.append(iconElement('play'))
  video.setAttribute('aria-label', name)
  const box = make('div', { class: 'media' }, make('div', { class: 'pic' }, video, button))
  box.append(fileLine(video, address, name))
  showBroken(video, box, address, name)
  frame.replaceWith(box)
}

function frameAudio(audio: HTMLAudioElement): void {
  const address = audio.dataset['originalUrl'] ?? audio.src
  const name = fileNameOf(audio.getAttribute('src') ?? '')
  const now = make('span', { class: 'num' }, shownTime(0))
  const place = make('input', { type: 'range', min: '0', max: '0', step: 'any', value: '0' })
  place.setAttribute('aria-label', t('media.position', { name }))
  const button = makeButton(t('media.play', { name }), 'icb play-round', iconElement('play'), () =>
    audio.paused ? audio.play().catch(() => undefined) : audio.pause(),
  )
  const showState = () => {
    const label = t(audio.paused ? 'media.play' : 'media.pause', { name })
    button.setAttribute('aria-label', label)
    button.title = label
    button.replaceChildren(iconElement(audio.paused ? 'play' : 'pause'))
  }
  for (const type of ['play', 'pause', 'ended']) audio.addEventListener(type, showState)
  audio.addEventListener('loadedmetadata', () => {
    place.max = `${Number.isFinite(audio.duration) ? audio.duration : 0}`
  })
  audio.addEventListener('timeupdate', () => {
    place.value = `${audio.currentTime}`
    place.setAttribute('aria-valuetext', shownTime(audio.currentTime))
    now.textContent = shownTime(audio.currentTime)
  })
  place.addEventListener('input', () => {
    audio.currentTime = Number(place.value)
  })
  audio.controls = false
  const box = make('div', { class: 'media' })
  audio.replaceWith(box)
  box.append(make('div', { class: 'ctl' }, button, now, place), fileLine(audio, address, name), audio)
  showBroken(audio, box, address, name)
}

/** Puts films and sounds into a frame with their name. It has its height before they are loaded. */
export function framePlayers(element: HTMLElement): void {
  for (const frame of element.querySelectorAll<HTMLElement>('.message_inline_video')) {
    const link = frame.querySelector('a')
    const video = frame.querySelector('video')
    if (link && video) frameVideo(frame, link, video)
  }
  for (const audio of element.querySelectorAll('audio')) frameAudio(audio)
}
