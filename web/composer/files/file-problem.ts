import { ClientError } from '../../../client/client-error.ts'
import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'

const MIB = 1024 * 1024

/** Why a file cannot be uploaded, as far as this is known before. */
export function sizeProblem({ size }: File): string | undefined {
  const most = state.peek()?.max_file_upload_size_mib
  return most !== undefined && size > most * MIB ? t('files.tooLarge', { size: most }) : undefined
}

/** Is the file still where it was? A folder cannot be read either. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

export interface Failure {
  readonly error: string
  readonly mayRetry: boolean
}

/** Why an upload failed, in words for people. */
export async function failureOf(file: File, error: unknown): Promise<Failure> {
  if (!(await isReadable(file))) return { error: t('files.gone'), mayRetry: true }
  if (error instanceof ClientError) return { error: error.message, mayRetry: error.retryAfter !== null }
  return { error: t('files.noAnswer'), mayRetry: true }
}
