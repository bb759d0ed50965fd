import { signal } from '@preact/signals'

/** The codes of the tones, the lightest first. Empty: the yellow of the emoji. */
export const TONES = ['', '1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff'] as const
export type Tone = (typeof TONES)[number]

const KEY = 'parley-skin-tone'

function read(): Tone {
  try {
    return TONES.find((one) => one === localStorage.getItem(KEY)) ?? ''
  } catch {
    return ''
  }
}

/** How this browser shows hands and people that one picks. Reactions have no tone on the server. */
export const skinTone = signal<Tone>(read())

export function chooseTone(tone: Tone): void {
  skinTone.value = tone
  try {
    localStorage.setItem(KEY, tone)
  } catch {
    // It holds until the page is closed.
  }
}

const BASE = /\p{Emoji_Modifier_Base}/gu

/** The character in a tone. Those with several people, and those without skin, stay as they are. */
export function toned(character: string, tone: Tone): string {
  if (tone === '' || character.match(BASE)?.length !== 1) return character
  const modifier = String.fromCodePoint(Number.parseInt(tone, 16))
  return character.replace(/(\p{Emoji_Modifier_Base})\ufe0f?/u, `$1${modifier}`)
}
