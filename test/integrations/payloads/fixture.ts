import type { Notice } from '../../../server/outside/integrations/integration.ts'

/** A payload as its service documents it, shortened, and the message that it becomes. */
export interface Fixture {
  readonly name: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload: unknown
  readonly expected: Notice | null
}
