import { signal } from '@preact/signals'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The text as it was typed, until the engine has been loaded. */
const plain = (source: string): string =>
  `<p>${source.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign).replaceAll('\n', '<br>\n')}</p>`

const engine = signal<((source: string) => string) | null>(null)

/** Sets the renderer of the Markdown engine, which is loaded after the first screen. */
export const setEchoEngine = (render: (source: string) => string): void => {
  engine.value = render
}

/** What a text will look like. The server's own rendering replaces it where it differs. */
export function echoOf(source: string): string {
  try {
    return engine.value?.(source) ?? plain(source)
  } catch {
    return plain(source)
  }
}
