/**
 * Who a change is for. Audiences are addressed, not expanded: one row of the log whatever the number of recipients.
 * What depends on a role, a group or a setting is resolved to `users` in the transaction that emits.
 */
export type Audience =
  | { readonly to: 'nobody' }
  | { readonly to: 'everyone'; readonly except?: readonly number[] }
  | { readonly to: 'users'; readonly ids: readonly number[] }
  | {
      readonly to: 'channel'
      readonly channel: number
      /** The channel was public then: also for queues that follow all public channels. */
      readonly isPublic?: boolean
      readonly plus?: readonly number[]
      readonly except?: readonly number[]
    }

export const nobody: Audience = { to: 'nobody' }
export const everyone: Audience = { to: 'everyone' }
export const users = (...ids: readonly number[]): Audience => ({ to: 'users', ids })

/** So many ids fit into a notice between nodes, whatever else it says. */
const IDS_IN_A_PART = 500

/** The audience in pieces that are short enough for a notice. Only lists of people can be long. */
export function partsOf(audience: Audience): readonly Audience[] {
  if (audience.to !== 'users' || audience.ids.length <= IDS_IN_A_PART) return [audience]
  const count = Math.ceil(audience.ids.length / IDS_IN_A_PART)
  return Array.from({ length: count }, (_, index) =>
    users(...audience.ids.slice(index * IDS_IN_A_PART, (index + 1) * IDS_IN_A_PART)),
  )
}
