import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../tools.ts'

type Attributes = Readonly<Record<string, string>>

/** Generates web/ui/icon-paths.ts from the drawings in icons.svg: one path for the lines, one for what is filled. */
export async function iconPaths(): Promise<string> {
  const drawings = (await readFile(join(root, 'web', 'icons.svg'), 'utf8')).replace(/<!--.*?-->/s, '')
  const entries = [...drawings.matchAll(/<symbol id="i-([^"]+)"[^>]*>(.*?)<\/symbol>/g)].map(
    ([, name = '', shapes = '']) => entry(name, pathsOf(shapes)),
  )
  return `// Written by npm run generate from web/icons.svg: the lines of each icon, and what is filled.
export const ICON_PATHS = {\n${entries.join('')}} as const\n`
}

const MAX_LINE_LENGTH = 120

function entry(name: string, paths: readonly string[]): string {
  const key = /^\w+$/.test(name) ? name : `'${name}'`
  const line = `  ${key}: [${paths.map((path) => `'${path}'`).join(', ')}],\n`
  if (line.length <= MAX_LINE_LENGTH) return line
  return `  ${key}: [\n${paths.map((path) => `    '${path}',\n`).join('')}  ],\n`
}

function pathsOf(shapes: string): string[] {
  const [lines, solid]: [string[], string[]] = [[], []]
  for (const [, kind, text = ''] of shapes.matchAll(/<(path|circle|rect) ([^>]*?)\/?>/g)) {
    const attributes = Object.fromEntries(
      [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )
    const path = pathOf[kind as keyof typeof pathOf](attributes)
    if (attributes['fill'] === 'currentColor') solid.push(path)
    if (attributes['stroke'] !== 'none') lines.push(path)
  }
  return solid.length > 0 ? [lines.join(''), solid.join('')] : [lines.join('')]
}

const numbers = (attributes: Attributes, ...names: string[]): number[] =>
  names.map((name) => Number(attributes[name] ?? 0))

const short = (value: number): string => `${Number(value.toFixed(3))}`

const pathOf = {
  /** The first move of a path is absolute, in whichever way it is written. After another path it has to say so. */
  path: ({ d = '' }: Attributes): string =>
    d.replace(/^m(-?[\d.]+[ ,]?-?[\d.]+)\s*([-\d.]?)/, (_, start, next) => `M${start}${next === '' ? '' : `l${next}`}`),
  circle(attributes: Attributes): string {
    const [x = 0, y = 0, radius = 0] = numbers(attributes, 'cx', 'cy', 'r')
    const r = short(radius)
    const half = `a${r} ${r} 0 1 0 ${short(radius * 2)} 0`
    return `M${short(x - radius)} ${short(y)}${half}${half.replace(' 0 1 0 ', ' 0 1 0 -')}z`
  },
  rect(attributes: Attributes): string {
    const [x = 0, y = 0, width = 0, height = 0, radius = 0] = numbers(attributes, 'x', 'y', 'width', 'height', 'rx')
    const [r, w, h] = [short(radius), short(width - 2 * radius), short(height - 2 * radius)]
    const corner = (dx: string, dy: string) => `a${r} ${r} 0 0 1 ${dx}${r} ${dy}${r}`
    const start = `M${short(x + radius)} ${short(y)}`
    return `${start}h${w}${corner('', '')}v${h}${corner('-', '')}h-${w}${corner('-', '-')}v-${h}${corner('', '-')}z`
  },
}
