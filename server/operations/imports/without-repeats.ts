import { KeySet } from './key-set.ts'
import type { ImportReport } from './report.ts'
import type { ImportSource, SourceRecord } from './source.ts'

/** Lists whose records have ids. */
const LISTS: ReadonlySet<string | symbol> = new Set<keyof ImportSource>([
  'people',
  'channels',
  'messages',
  'groups',
  'folders',
  'emoji',
  'linkifiers',
  'profileFields',
  'scheduledMessages',
  'snippets',
  'drafts',
])

/** The source without records whose id came before in the same list. They are reported. */
export const withoutRepeats = (source: ImportSource, report: ImportReport): ImportSource =>
  new Proxy(source, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return LISTS.has(name) ? () => firstOfEach(value.call(target), report) : value.bind(target)
    },
  })

async function* firstOfEach<T extends SourceRecord>(rows: AsyncIterable<T>, report: ImportReport): AsyncGenerator<T> {
  const seen = new KeySet()
  for await (const row of rows)
    if (seen.add(row.id)) yield row
    else report.skip(row.where, 'it is there twice')
}
