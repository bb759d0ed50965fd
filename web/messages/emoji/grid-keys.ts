import { focusableIn } from '../../kernel/focus.ts'

type LayerKey = KeyboardEvent & { currentTarget: HTMLElement }

/** A modal layer keeps the focus: after its last control comes the first one. */
export function keepFocusInside(event: LayerKey): void {
  const stops = focusableIn(event.currentTarget).filter((one) => one.tabIndex >= 0)
  const here = stops.indexOf(document.activeElement as HTMLElement)
  const next = stops[(here + (event.shiftKey ? -1 : 1) + stops.length) % stops.length]
  event.preventDefault()
  next?.focus()
}

/** Moves the focus in a grid of buttons, and between it and the field above. The grid is one tab stop. */
export function moveInGrid(event: LayerKey): void {
  const rows = [...event.currentTarget.querySelectorAll('[role=row]')].map((row) => [
    ...row.querySelectorAll<HTMLElement>('button'),
  ])
  const field = event.currentTarget.querySelector<HTMLElement>('input')
  const active = document.activeElement as HTMLElement
  const row = rows.findIndex((cells) => cells.includes(active))
  const column = rows[row]?.indexOf(active) ?? 0
  const target = active === field ? fromField(event, rows) : row < 0 ? undefined : fromCell(event, rows, row, column)
  if (row === 0 && event.key === 'ArrowUp') {
    event.preventDefault()
    field?.focus()
  } else if (target) {
    event.preventDefault()
    if (row >= 0) active.tabIndex = -1
    target.tabIndex = 0
    target.focus()
  }
}

const fromField = ({ key }: KeyboardEvent, rows: readonly HTMLElement[][]): HTMLElement | undefined =>
  key === 'ArrowDown' ? rows[0]?.[0] : undefined

function fromCell(
  event: KeyboardEvent,
  rows: readonly HTMLElement[][],
  row: number,
  column: number,
): HTMLElement | undefined {
  const cells = rows[row] ?? []
  const isMirrored = document.documentElement.dir === 'rtl'
  const [forward, backward] = isMirrored ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  switch (event.key) {
    case forward:
      return cells[column + 1] ?? rows[row + 1]?.[0]
    case backward:
      return cells[column - 1] ?? rows[row - 1]?.at(-1)
    case 'ArrowDown':
      return rows[row + 1]?.[column] ?? rows[row + 1]?.at(-1)
    case 'ArrowUp':
      return rows[row - 1]?.[column] ?? rows[row - 1]?.at(-1)
    case 'Home':
      return cells[0]
    case 'End':
      return cells.at(-1)
    default:
      return undefined
  }
}
