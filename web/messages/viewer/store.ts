import { signal } from '@preact/signals'
import type { Picture } from './pictures-in.ts'

/** The picture that was pressed, and its message; 0 outside of messages. */
export interface OpenPicture {
  readonly picture: Picture
  readonly messageId: number
}

export const viewer = signal<OpenPicture | null>(null)

export function openViewer(picture: Picture, messageId: number): void {
  viewer.value = { picture, messageId }
}

export const closeViewer = (): void => {
  viewer.value = null
}
