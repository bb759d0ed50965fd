import { resolve } from 'node:path'
import { FORMATS } from '../../server/operations/imports/formats.ts'
import { REASONS } from '../../server/operations/imports/reasons.ts'
import { ImportReport } from '../../server/operations/imports/report.ts'
import { runImport } from '../../server/operations/imports/run-import.ts'
import { survey } from '../../server/operations/imports/survey/survey.ts'
import { type Input, UsageError } from '../command.ts'
import { organizationOf } from '../organization.ts'
import { printable } from '../printable.ts'
import { withContext } from '../with-context.ts'

export const run = async (input: Input): Promise<void> => {
  const [format = '', path = ''] = input.arguments
  const load = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  if (!load) throw new UsageError(`FORMAT is one of ${Object.keys(FORMATS).join(', ')}.`)
  await withContext(input, async (ctx) => {
    const realm = await organizationOf(ctx, input.option('org'))
    const report = new ImportReport()
    const open = await load()
    const source = await open(resolve(path), {
      report,
      fetchFiles: input.isOn('fetch-files'),
      outgoing: ctx.outgoing,
    })
    try {
      if (input.isOn('dry-run')) {
        const { added, renamed } = await survey(ctx.database.longDb, realm, source, report)
        print(`${source.name} would bring ${counted(added)} to ${realm.name}.`)
        for (const name of renamed) print(`The ${name} would get another name, because there is one.`)
      } else {
        const onProgress = progressLine()
        const added = await runImport(ctx, { realmId: realm.id, source, report, onProgress })
        print(`${source.name} is imported into ${realm.name}: ${counted(added)}.`)
      }
      tell(report)
    } finally {
      await source.close()
    }
  })
}

const print = (line: string): void => console.log(printable(line))

function counted(added: ReadonlyMap<string, number>): string {
  const parts = [...added].filter(([, count]) => count > 0).map(([what, count]) => amount(count, what))
  return parts.length === 0 ? 'nothing new' : parts.join(', ')
}

/** Kinds of records are named in the plural. */
const amount = (count: number, what: string): string =>
  count !== 1
    ? `${count} ${what}`
    : `1 ${what
        .replace(/\bpeople\b/, 'person')
        .replace(/ies\b/, 'y')
        .replace(/(?<=status|address)es\b|(?<![su])s\b/, '')}`

const reasonOf = (what: string): string => (Object.hasOwn(REASONS, what) ? ` (${REASONS[what]})` : '')

/** What could not be taken, and why. */
function tell(report: ImportReport): void {
  for (const [what, count] of report.left) print(`Left out: ${amount(count, what)}${reasonOf(what)}.`)
  if (report.skipCount === 0) return
  for (const { where, why } of report.skipped) console.error(printable(`${where}: ${why}`))
  const more = report.skipCount - report.skipped.length
  print(
    `${report.skipCount} broken ${report.skipCount === 1 ? 'record was' : 'records were'} skipped${more > 0 ? `, ${more} of them not listed` : ''}.`,
  )
}

const EVERY_MILLISECONDS = 2_000

function progressLine(): (step: string, done: number) => void {
  let printedAt = performance.now()
  return (step, done) => {
    const now = performance.now()
    if (now - printedAt < EVERY_MILLISECONDS) return
    printedAt = now
    process.stderr.write(`Importing: ${done} ${step}\n`)
  }
}
