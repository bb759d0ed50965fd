import { signal } from '@preact/signals'
import { type Target, targetKey } from '../store.ts'

/** A file on its way to the server. */
export interface Upload {
  readonly id: number
  readonly target: Target
  readonly file: File
  /** How much the server has: 0 to 1. Null while it waits for others. */
  readonly part: number | null
  /** Why it failed. Null while it runs. */
  readonly error: string | null
  /** Another try can help. */
  readonly mayRetry: boolean
}

export const uploads = signal<readonly Upload[]>([])

export const uploadsOf = (key: string): readonly Upload[] =>
  uploads.value.filter((one) => targetKey(one.target) === key)

export const uploadById = (id: number): Upload | undefined => uploads.peek().find((one) => one.id === id)

export function changeUpload(id: number, change: Partial<Upload>): void {
  uploads.value = uploads.peek().map((one) => (one.id === id ? { ...one, ...change } : one))
}

export function removeUpload(id: number): void {
  uploads.value = uploads.peek().filter((one) => one.id !== id)
}

/** A topic was renamed: its files go with it. */
export function moveUploads(key: string, target: Target): void {
  if (!uploads.peek().some((one) => targetKey(one.target) === key)) return
  uploads.value = uploads.peek().map((one) => (targetKey(one.target) === key ? { ...one, target } : one))
}
