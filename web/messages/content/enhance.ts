import { emojiCharacter } from '../emoji/emoji-text.ts'
import { addCodeBars } from './code-blocks.ts'
import { completeCards } from './link-cards.ts'
import { prepareMath } from './math.ts'
import { addMentionButtons, personalize } from './mentions.ts'
import { framePictures } from './pictures.ts'
import { framePlayers } from './players.ts'
import { foldSpoilers } from './spoilers.ts'
import { showTimes } from './times.ts'

function showEmoji(element: HTMLElement): void {
  for (const emoji of element.querySelectorAll('span.emoji')) {
    const code = /(?:^| )emoji-([\da-f-]+)(?: |$)/.exec(emoji.className)?.[1]
    if (code) emoji.textContent = emojiCharacter(code)
  }
}

/** Makes the HTML of the server into what this app shows. */
export function enhance(element: HTMLElement): void {
  // Most messages are plain text.
  if (element.querySelector('[class], time, img, audio') === null) return
  addMentionButtons(element)
  personalize(element)
  showEmoji(element)
  showTimes(element)
  framePictures(element)
  framePlayers(element)
  completeCards(element)
  prepareMath(element)
  addCodeBars(element)
  foldSpoilers(element)
}
