import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Archive } from '../archive/archive.ts'
import { openFolder } from '../archive/folder.ts'
import { linesOf } from '../archive/lines.ts'
import { openArchive } from '../archive/open-archive.ts'
import { isObject, type Json, parseJson } from '../archive/read-json.ts'
import { notThisExport } from '../archive/refusals.ts'
import { isZip } from '../archive/zip-sign.ts'
import type { ImportReport } from '../report.ts'

const WHAT = 'a bulk export of Mattermost'
const VERSION = 1
/** A thread is one line, with all its replies. */
const MAX_LINE_LENGTH = 256 * 1024 * 1024

export interface Row {
  readonly type: string
  readonly record: Json
  readonly where: string
}

/** The lines of an export, and the files beside them. */
export class MattermostExport {
  readonly archive: Archive
  readonly #file: string

  private constructor(archive: Archive, file: string) {
    this.archive = archive
    this.#file = file
  }

  static async open(path: string): Promise<MattermostExport> {
    const { archive, file = linesIn(archive) } = await openIt(path)
    try {
      if (file === undefined) throw notThisExport(path, WHAT, 'it has no file of JSON lines')
      const found = new MattermostExport(archive, file)
      await found.#checkVersion()
      await archive.check()
      return found
    } catch (error) {
      archive.close()
      throw error
    }
  }

  async *rows(report: ImportReport): AsyncGenerator<Row> {
    for await (const { number, text } of this.#lines()) {
      const where = `${this.#file}, line ${number}`
      if (text === null) report.skip(where, 'it is too long')
      else if (text.trim() !== '') {
        const read = parseJson(text)
        const line = 'value' in read && isObject(read.value) ? read.value : null
        const type = line?.['type']
        const record = line && typeof type === 'string' ? line[type] : undefined
        if (type === 'version') continue
        if ('problem' in read) report.skip(where, read.problem)
        else if (typeof type !== 'string' || !isObject(record)) report.skip(where, 'it is no record')
        else yield { type, record, where }
      }
    }
  }

  /** The file at a path of the export. Exports have their files in a folder of their own. */
  fileAt(path: string): string | undefined {
    const plain = path.replaceAll('\\', '/').replace(/^\.?\//, '')
    const root = this.#file.slice(0, this.#file.lastIndexOf('/') + 1)
    return [`${root}data/${plain}`, `${root}${plain}`].find((place) => this.archive.sizeOf(place) !== undefined)
  }

  async *#lines() {
    yield* linesOf((await this.archive.open(this.#file))!, MAX_LINE_LENGTH)
  }

  async #checkVersion(): Promise<void> {
    for await (const { text } of this.#lines()) {
      const read = parseJson(text ?? '')
      const line = 'value' in read && isObject(read.value) ? read.value : {}
      if (line['type'] !== 'version') break
      if (line['version'] === VERSION) return
      throw notThisExport(this.archive.path, WHAT, `its version is ${JSON.stringify(line['version'])}`)
    }
    throw notThisExport(this.archive.path, WHAT, 'its first line does not say its version')
  }
}

/** Some programs put everything into a folder. */
function linesIn(archive: Archive): string | undefined {
  const found = [...archive.paths].filter(
    (path) => /^(?:[^/]+\/)?[^/]+\.jsonl?$/.test(path) && !path.startsWith('data/'),
  )
  return (
    found.find((path) => /(?:^|\/)import\.jsonl$/.test(path)) ??
    found.find((path) => path.endsWith('.jsonl')) ??
    found[0]
  )
}

/** A zip file, a folder, or the lines alone with a folder of files beside them. */
async function openIt(path: string): Promise<{ readonly archive: Archive; readonly file?: string }> {
  const isAlone = await stat(path).then(
    async (found) => found.isFile() && !(await isZip(path)),
    () => false,
  )
  if (!isAlone) return { archive: await openArchive(path, WHAT) }
  const file = basename(path)
  return { archive: { ...(await openFolder(dirname(path), [file, 'data'])), path }, file }
}
