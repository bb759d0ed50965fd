import type { Page } from 'playwright-core'
import type { Cable } from './cable.ts'

export type Size = 'desk' | 'tablet' | 'phone'

export const SIZES: Readonly<Record<Size, { width: number; height: number }>> = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
}

/** Where the places of the demo are. */
export interface Places {
  readonly cable: Cable
  readonly url: string
  /** Fragments. */
  readonly topic: string
  readonly widgets: string
  readonly pictures: string
  readonly group: string
}

export interface Screen {
  readonly name: string
  readonly sizes: readonly Size[]
  /** A visitor sees it. */
  readonly isSignedOut?: true
  /** Leads a new page to the screen. */
  show(page: Page, places: Places): Promise<void>
}
