import type { Endpoint, ParamsOf, ResultOf, UploadedFile } from '../../api/contract.ts'
import { fileName, newFileToken } from '../files/file-name.ts'
import type { Files } from '../files/files.ts'
import type { ReceivedFile, UploadRules, UploadSink } from './request/receive-upload.ts'
import type { Answer, Call, Route } from './route.ts'

/** The parameters that are texts; the file is beside them. */
type TextParams<Params> = { [K in keyof Params as Params[K] extends UploadedFile ? never : K]: Params[K] }

export interface UploadCall<E> extends Omit<Call<E>, 'params'> {
  readonly params: TextParams<ParamsOf<E>>
  /** Removed when the handler has ended, unless a transaction claims it. */
  readonly file: ReceivedFile
}

/**
 * For operations that take one file, whatever its field is called. The caller is known, counted and admitted before
 * anything of the body is read; then the file is stored as it arrives, and the handler is called when it is complete.
 */
export function uploadRoute<E extends Endpoint, R extends ResultOf<E>>(
  endpoint: E,
  upload: UploadRules<Call<E>['actor']>,
  handler: (call: UploadCall<E>) => Answer<R, E>,
): Route<E> {
  // The kernel makes call and actor from this endpoint's own declaration, so they fit.
  return { endpoint, isRaw: false, upload: upload as UploadRules, handle: handler as unknown as Route['handle'] }
}

/** Uploads of an organization, as files that nothing has claimed yet. */
export const uploadSink = (files: Files, realmId: number): UploadSink => ({
  save: (source) => files.save(realmId, fileName(realmId, 'original', newFileToken()), source),
  discard: ({ name }) => files.discard([name]),
})
