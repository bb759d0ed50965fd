import { csrfToken } from '../session.ts'
import { onState } from '../state.ts'
import { clearStorage, openStorageAfter } from './storage.ts'

const KEY = 'parley-owner'

/** Whose drafts and messages this browser keeps. Signing in changes the token. */
interface Owner {
  readonly id: number | undefined
  readonly token: string
}

function readOwner(): Owner | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Owner | null
  } catch {
    return null
  }
}

function writeOwner(owner: Owner): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(owner))
  } catch {
    // Then the browser keeps nothing else either.
  }
}

/**
 * After a session has ended, somebody else may sign in with the same browser. They neither see nor send what the first
 * person has left. In the same session everything is there at once; in another one, as soon as it is known whose it is.
 */
export function startOwner(): void {
  const owner = readOwner()
  const known = Promise.withResolvers<void>()
  if (owner === null || owner.token === csrfToken()) known.resolve()
  openStorageAfter(known.promise)
  onState(async ({ user_id: id }) => {
    const isAnother = owner !== null && owner.id !== id
    if (isAnother) await clearStorage()
    writeOwner({ id, token: csrfToken() })
    if (isAnother) location.reload()
    else known.resolve()
  })
}
