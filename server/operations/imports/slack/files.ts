import { link, plain } from '../../../outside/integrations/text.ts'
import { numberAt, textAt } from '../archive/fields.ts'
import type { Json } from '../archive/read-json.ts'
import { storable } from '../chats/names.ts'
import type { SourceText, SourceUpload } from '../source.ts'
import type { FetchFile } from './fetch-file.ts'

/** Slack writes a key into the addresses of an export, with which everybody could read every file. */
function withoutKey(address: string): string {
  const url = URL.parse(address)
  url?.searchParams.delete('t')
  return url?.href ?? ''
}

/** Slack no longer has the file, or does not give it away. */
const GONE = new Set(['tombstone', 'hidden_by_limit', 'file_access'])

/** Files of other services, such as shared documents, are links in Slack, too. */
const isElsewhere = (file: Json): boolean => textAt(file, 'mode') === 'external' || file['is_external'] === true

export interface SlackFileContext {
  readonly where: string
  readonly ownerId: string
  /** Null if files stay links. */
  readonly fetchFile: FetchFile | null
  readonly leftOut: (what: string) => void
}

/** A file of a message: the file itself if it is fetched, otherwise a link to it. */
export function fileParts(file: Json, { where, ownerId, fetchFile, leftOut }: SlackFileContext): SourceText {
  const id = textAt(file, 'id')
  const name = storable(textAt(file, 'name') || textAt(file, 'title') || id || 'file')
  const address = textAt(file, 'url_private') || textAt(file, 'url_private_download') || textAt(file, 'permalink')
  if (GONE.has(textAt(file, 'mode')) || address === '') {
    leftOut('files that Slack no longer has')
    return [plain(`${name} (a file that Slack no longer has)`)]
  }
  const shown = link(name, withoutKey(address))
  if (isElsewhere(file) || !fetchFile || id === '') {
    if (!isElsewhere(file)) leftOut('links to files at Slack, which --fetch-files would fetch')
    return [shown]
  }
  const upload: SourceUpload = {
    id,
    where: `${where}, file ${id}`,
    name,
    type: textAt(file, 'mimetype') || null,
    size: numberAt(file, 'size') ?? null,
    ownerId,
    ...createdAt(file),
    isFetched: true,
    open: () =>
      fetchFile({
        address,
        where: `${where}, file ${id}`,
        type: textAt(file, 'mimetype'),
        size: numberAt(file, 'size'),
      }),
  }
  return [{ file: upload, else: shown }]
}

function createdAt(file: Json): { createdAt?: number } {
  const created = numberAt(file, 'created') ?? numberAt(file, 'timestamp')
  return created === undefined ? {} : { createdAt: created }
}
