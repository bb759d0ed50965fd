import { signal } from '@preact/signals'

export interface Upload {
  readonly id: number
  /** The target whose composer it belongs to. */
  readonly key: string
  readonly name: string
  /** Why it failed. Null while it runs. */
  readonly error: string | null
  cancel(): void
}

export const uploads = signal<readonly Upload[]>([])

export const uploadsOf = (key: string): readonly Upload[] => uploads.value.filter((one) => one.key === key)
