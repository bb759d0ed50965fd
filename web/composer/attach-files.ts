import { session } from '../kernel/session.ts'
import { state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { textField } from './focus-composer.ts'
import { insertText } from './format-text.ts'
import { keepDraft } from './keep-draft.ts'
import { setWritten, type Target, targetKey, written } from './store.ts'
import { type Upload, uploads } from './uploads.ts'

const MIB = 1024 * 1024
let lastId = 0

const remove = (id: number): void => {
  uploads.value = uploads.value.filter((one) => one.id !== id)
}

const fail = (id: number, error: string): void => {
  uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, error } : one))
}

/** Brackets in a name would end the text of the link. */
const linkTo = (name: string, url: string): string => `[${name.replace(/[[\]]/g, '')}](${url})`

/** Puts the link where the person writes, or at the end if another conversation is open now. */
function putLink(target: Target, link: string): void {
  const key = targetKey(target)
  const field = textField.current
  if (field?.dataset['target'] === key) {
    const before = field.value.slice(0, field.selectionStart)
    insertText(field, `${before === '' || /\s$/.test(before) ? '' : '\n'}${link}\n`)
    return
  }
  const { content } = written(key).peek()
  setWritten(key, { content: content === '' ? `${link}\n` : `${content}\n${link}\n` })
  keepDraft(target)
}

async function attach(target: Target, file: File): Promise<void> {
  const stop = new AbortController()
  const id = ++lastId
  const cancel = () => {
    stop.abort()
    remove(id)
  }
  const row: Upload = { id, key: targetKey(target), name: file.name, error: null, cancel }
  uploads.value = [...uploads.value, row]
  const most = state.value?.max_file_upload_size_mib
  if (most !== undefined && file.size > most * MIB) return fail(id, t('composer.fileTooLarge', { size: most }))
  try {
    const { url, filename } = await session.call('uploadFile', { filename: file }, { signal: stop.signal })
    remove(id)
    putLink(target, linkTo(filename, url))
  } catch (error) {
    if (!stop.signal.aborted) fail(id, (error as Error).message)
  }
}

/** Uploads files. The links appear in the text. */
export function attachFiles(target: Target, files: Iterable<File>): void {
  for (const file of files) void attach(target, file)
}
