import { signal } from '@preact/signals'
import type { FetchedMessage } from '../../api/objects/message.ts'
import { messages } from './store.ts'

/** What stands beside a message, and goes with it when it leaves the document. */
type Beside = 'menu' | 'picker' | 'sheet' | 'receipts'
/** What stands before the page. dialogs.ts says where each is. */
export type DialogKind =
  | 'conflict'
  | 'delete'
  | 'forward'
  | 'history'
  | 'lost-edit'
  | 'move'
  | 'move-topic'
  | 'remind'
  | 'report'
export type LayerKind = Beside | DialogKind

export interface Layer {
  readonly kind: LayerKind
  readonly id: number
  /** The message when it was opened. */
  readonly seen: FetchedMessage | undefined
  /** Another number each time. */
  readonly opening: number
}

/** What is open for a message. */
export const layer = signal<Layer | null>(null)

let openings = 0

export const openLayer = (kind: LayerKind, id: number, seen = messages.get(id)): void => {
  layer.value = { kind, id, seen, opening: ++openings }
}

export const closeLayer = (): void => {
  layer.value = null
}

const BESIDE: readonly string[] = ['menu', 'picker', 'sheet', 'receipts'] satisfies readonly Beside[]
export const isDialog = (kind: LayerKind): kind is DialogKind => !BESIDE.includes(kind)
