interface Card {
  readonly at: readonly [x: number, y: number]
  readonly width: number
  readonly color: string
  /** The widths of its lines. The first one is the title. */
  readonly lines: readonly number[]
  readonly isUnread?: boolean
}

const CARDS: readonly Card[] = [
  { at: [20, 24], width: 270, color: 'cobalt', lines: [113, 193, 128], isUnread: true },
  { at: [120, 116], width: 300, color: 'clay', lines: [126, 232, 195, 98] },
  { at: [40, 224], width: 280, color: 'rose', lines: [118, 190, 112], isUnread: true },
  { at: [150, 316], width: 290, color: 'moss', lines: [122, 211, 164] },
]

/** Conversations, as a picture beside the form on wide screens. */
export const ART = `<svg class="art" viewBox="0 0 460 400" aria-hidden="true">${CARDS.map(draw).join('')}</svg>`

function draw({ at: [x, y], width, color, lines: [title, ...rest], isUnread = false }: Card): string {
  const height = 40 + 16 * rest.length
  const text = rest.map(
    (length, index) => `<rect class="text" x="32" y="${36 + 16 * index}" width="${length}" height="7" rx="3.5"/>`,
  )
  const dot = isUnread ? `<circle class="unread" cx="${width - 24}" cy="21" r="9"/>` : ''
  return `<g transform="translate(${x} ${y})"><rect class="card" width="${width}" height="${height}" rx="14"/><rect class="${color}" x="14" y="12" width="5" height="${height - 24}" rx="2.5"/><rect class="title" x="32" y="16" width="${title}" height="10" rx="5"/>${text.join('')}${dot}</g>`
}
