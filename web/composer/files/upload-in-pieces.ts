import { DefaultHttpStack, type DetailedError, type HttpResponse, Upload } from 'tus-js-client'
import { BROWSER_PREFIX } from '../../../api/prefix.ts'
import { ClientError } from '../../../client/client-error.ts'
import { csrfToken } from '../../kernel/session.ts'

// A chunk of its own: it is loaded with the first large file.

interface Options {
  readonly signal: AbortSignal
  onProgress(part: number): void
}

interface UploadResult {
  readonly url: string
  readonly filename: string
}

const PIECE = 5 * 1024 * 1024
/** A cut connection is retried after these times, for about two minutes. */
const WAITS = [0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]

/** The server names itself as it is called from outside. This page may have reached it by another name. */
class OwnStack extends DefaultHttpStack {
  override createRequest(method: string, url: string) {
    return super.createRequest(method, new URL(url, location.origin).pathname)
  }
}

const readJson = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** What the server said no to cannot be mended by another try. */
function refusalOf(error: Error | DetailedError): Error {
  const response = 'originalResponse' in error ? error.originalResponse : null
  const status = response?.getStatus() ?? 0
  if (!response || status < 400 || status >= 500) return error
  const { msg, code, ...rest } = readJson(response.getBody())
  return new ClientError(status, (code ?? null) as ClientError['code'], String(msg ?? response.getBody()), rest)
}

const kept = new WeakMap<File, Upload>()

/** Uploads a file in pieces. After a cut connection, or another call with the same file, it goes on where it was. */
export function uploadInPieces(file: File, { signal, onProgress }: Options): Promise<UploadResult> {
  return new Promise((resolve, reject) => {
    const before = kept.get(file)
    const upload = new Upload(file, {
      endpoint: `${BROWSER_PREFIX}/tus`,
      uploadUrl: before?.url ?? null,
      headers: { 'X-CSRFToken': csrfToken() },
      metadata: { filename: file.name },
      chunkSize: PIECE,
      retryDelays: WAITS,
      storeFingerprintForResuming: false,
      httpStack: new OwnStack({}),
      onProgress: (sent, all) => onProgress(all === null ? 0 : sent / all),
      onError: (error) => reject(refusalOf(error)),
      onSuccess: ({ lastResponse }: { lastResponse: HttpResponse }) => {
        kept.delete(file)
        resolve(readJson(lastResponse.getBody()) as unknown as UploadResult)
      },
    })
    kept.set(file, upload)
    signal.addEventListener('abort', () => {
      kept.delete(file)
      // The server forgets what it has of it.
      upload.abort(true).catch(() => undefined)
      reject(new DOMException('Aborted', 'AbortError'))
    })
    upload.start()
  })
}
