import { alarm } from '../../kernel/announce.ts'
import { loadPart } from '../../kernel/load-part.ts'
import { sendWithProgress } from '../../kernel/send-with-progress.ts'
import { sessionWith } from '../../kernel/session.ts'
import { t } from '../../kernel/texts.ts'
import { complaint, type Target, targetKey } from '../store.ts'
import { failureOf, sizeProblem } from './file-problem.ts'
import { linkTo, putLink } from './put-link.ts'
import { changeUpload, removeUpload, type Upload, uploadById, uploads } from './uploads.ts'

/** Larger files go in pieces, so that a cut connection costs only one of them. */
const LARGE = 5 * 1024 * 1024
/** More files together are more likely a slip than a wish. */
const MAX_FILES = 50
/** A browser has six connections to a server, and the app needs some. */
const TOGETHER = 2

let lastId = 0
const stops = new Map<number, AbortController>()

async function send(file: File, signal: AbortSignal, onProgress: (part: number) => void) {
  if (file.size <= LARGE)
    return sessionWith(sendWithProgress(onProgress)).call('uploadFile', { filename: file }, { signal })
  const { uploadInPieces } = await loadPart(() => import('./upload-in-pieces.ts'))
  return uploadInPieces(file, { signal, onProgress })
}

async function run({ id, file }: Upload): Promise<void> {
  const stop = new AbortController()
  stops.set(id, stop)
  changeUpload(id, { part: 0 })
  try {
    const { url, filename } = await send(file, stop.signal, (part) => changeUpload(id, { part }))
    // Its topic may have another name by now.
    const now = uploadById(id)
    removeUpload(id)
    if (now) putLink(now.target, linkTo(filename, url))
  } catch (error) {
    if (!stop.signal.aborted) changeUpload(id, { part: null, ...(await failureOf(file, error)) })
  } finally {
    stops.delete(id)
    next()
  }
}

/** Starts what waits. */
function next(): void {
  for (const one of uploads.peek()) {
    if (stops.size >= TOGETHER) return
    if (one.error === null && !stops.has(one.id)) void run(one)
  }
}

/** Uploads files. The links appear in the text. */
export function attachFiles(target: Target, files: Iterable<File>): void {
  const all = [...files]
  if (all.length > MAX_FILES) {
    const text = t('files.tooMany', { count: all.length, most: MAX_FILES })
    complaint.value = { key: targetKey(target), text }
    alarm(text)
    return
  }
  const rows = all.map((file): Upload => {
    lastId += 1
    return { id: lastId, target, file, part: null, error: sizeProblem(file) ?? null, mayRetry: false }
  })
  uploads.value = [...uploads.peek(), ...rows]
  next()
}

export function cancelUpload(id: number): void {
  stops.get(id)?.abort()
  removeUpload(id)
}

export function retryUpload(id: number): void {
  changeUpload(id, { error: null, part: null })
  next()
}
