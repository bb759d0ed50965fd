import type { Endpoint, ParamsOf, ResultOf, UploadedFile } from '../../../api/contract.ts'
import type { Config } from '../base/config.ts'
import { fileName, newFileToken } from '../files/file-name.ts'
import type { Files } from '../files/files.ts'
import type { ReceivedFile, UploadRules, UploadSink } from './request/receive-upload.ts'
import type { Answer, Call, Route } from './route.ts'

type IsFile<Value> = Exclude<Value, undefined> extends UploadedFile ? true : false

/** The text parameters, without the file. */
type TextParams<Params> = { [K in keyof Params as IsFile<Params[K]> extends true ? never : K]: Params[K] }

/** Names the file of the parameters that may be left out. */
type OptionalFile<Params> = {
  [K in keyof Params]-?: IsFile<Params[K]> extends true ? (undefined extends Params[K] ? K : never) : never
}[keyof Params]

type MayLackFile<E> = [OptionalFile<ParamsOf<E>>] extends [never] ? false : true

export interface UploadCall<E> extends Omit<Call<E>, 'params'> {
  readonly params: TextParams<ParamsOf<E>>
  /** Removed after the handler ends, unless a transaction claims it. Null if it was left out. */
  readonly file: MayLackFile<E> extends true ? ReceivedFile | null : ReceivedFile
}

/** An operation whose file may be left out has no refusal for that, and any other has one. */
type RulesFor<E> = UploadRules<Call<E>['actor']> &
  (MayLackFile<E> extends true ? { readonly missing?: never } : Required<Pick<UploadRules, 'missing'>>)

/**
 * For operations that take one file, in a field of any name. The caller is identified, counted and admitted before the
 * body is read. The file is stored while it arrives, and the handler runs when it is complete.
 */
export function uploadRoute<E extends Endpoint, R extends ResultOf<E>>(
  endpoint: E,
  /** A function if the rules depend on the settings of the server. */
  upload: RulesFor<E> | ((config: Config) => RulesFor<E>),
  handler: (call: UploadCall<E>) => Answer<R, E>,
): Route<E> {
  // The kernel makes call and actor from this endpoint's own declaration, so they fit.
  return {
    endpoint,
    isRaw: false,
    upload: upload as NonNullable<Route['upload']>,
    handle: handler as unknown as Route['handle'],
  }
}

/** Stores an organization's uploads as unclaimed files. */
export const uploadSink = (files: Files, realmId: number): UploadSink => ({
  save: (source) => files.save(realmId, fileName(realmId, 'original', newFileToken()), source),
  discard: ({ name }) => files.discard([name]),
})
