import { ICON_PATHS } from './icon-paths.ts'

export type IconName = keyof typeof ICON_PATHS

/** Icons that point somewhere. They follow the direction of the text. */
const TURNS = /(reply|forward|arrow-[lr]|chev-[lr]|-move|send|quote|panel|panel-l|-list|logout)$/

/**
 * How an icon is drawn. The paths stand in the document: a reference to a file costs the browser ten times as much for each
 * icon, and lists have hundreds.
 */
export interface IconDrawing {
  readonly classes: string
  readonly lines: string
  readonly solid: string | undefined
}

export function drawingOf(name: IconName, more: string): IconDrawing {
  const [lines, solid] = ICON_PATHS[name] as readonly [string, string?]
  return { classes: `i ${TURNS.test(name) ? 'turns ' : ''}${more}`, lines, solid }
}
