import type { Figure } from '../figure.ts'

const ID = 'G1'
const NAME = /^(?<request>.*), \d+ × (?<what>\w+)$/

interface Cell {
  readonly request: string
  readonly what: string
  readonly ratio: number
}

function cellsOf(figures: readonly Figure[]): readonly Cell[] {
  return figures.flatMap(({ scenario, name, ratio }) => {
    const { request, what } = NAME.exec(name)?.groups ?? {}
    return scenario === ID && ratio && request && what ? [{ request, what, ratio: ratio.median }] : []
  })
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)]

/** How many times a request takes when one number grows tenfold. Empty if it was never measured. */
export function growthTable(figures: readonly Figure[]): string {
  const cells = cellsOf(figures)
  if (cells.length === 0) return ''
  const whats = distinct(cells.map(({ what }) => what))
  const rows = distinct(cells.map(({ request }) => request)).map((request) => [
    request,
    ...whats.map((what) => cells.find((one) => one.request === request && one.what === what)?.ratio.toFixed(2) ?? ''),
  ])
  const head = ['ten times as many', ...whats]
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const [ROW, LEFT, PER_TIMES, MAX_RATIO] = [18, 190, 60, 10]
const COLORS: Readonly<Record<string, string>> = {
  people: '#0b6a55',
  channels: '#3c4a86',
  messages: '#b2544a',
  moves: '#8a6d1a',
}

const TITLE = 'How many times a request takes when one number grows tenfold'

/** A dot for each request and number, on a line from 0 to 10: at 1 nothing grew, at 10 the request grew as well. */
export function growthPlot(figures: readonly Figure[]): string {
  const cells = cellsOf(figures)
  const requests = distinct(cells.map(({ request }) => request))
  const whats = distinct(cells.map(({ what }) => what))
  const x = (ratio: number): number => LEFT + Math.min(ratio, MAX_RATIO) * PER_TIMES
  const height = (requests.length + 3) * ROW
  const y = (request: string): number => (requests.indexOf(request) + 1.5) * ROW
  const text = (at: number, down: number, words: string, more = '') =>
    `<text x="${at}" y="${down}"${more}>${words}</text>`
  const lines = Array.from({ length: MAX_RATIO + 1 }, (_, times) => [
    `<path d="M${x(times)} ${ROW / 2}V${height - 2 * ROW}" stroke="${times === 1 ? '#666' : '#ddd'}"/>`,
    text(x(times), height - 1.2 * ROW, `${times} ×`, ' text-anchor="middle"'),
  ]).flat()
  const names = requests.map((request) => text(LEFT - 10, y(request) + 4, request, ' text-anchor="end"'))
  const dots = cells.map(
    ({ request, what, ratio }) =>
      `<circle cx="${x(ratio).toFixed(1)}" cy="${y(request)}" r="5" fill="${COLORS[what]}"/>`,
  )
  const legend = whats.map(
    (what, index) =>
      `<circle cx="${LEFT + index * 120}" cy="${height - 9}" r="5" fill="${COLORS[what]}"/>${text(LEFT + 10 + index * 120, height - 5, what)}`,
  )
  const width = x(MAX_RATIO) + 30
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="12" role="img" aria-label="${TITLE}"><title>${TITLE}</title>
<rect width="100%" height="100%" fill="#fff"/>
${[...lines, ...names, ...dots, ...legend].join('\n')}
</svg>
`
}
