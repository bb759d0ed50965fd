/**
 * The recipients of a change. An audience is a rule, not a list: one log row serves any number of recipients. Audiences
 * that depend on a role, a group or a setting are resolved to `users` in the transaction that emits.
 */
export type Audience =
  | { readonly to: 'nobody' }
  | { readonly to: 'everyone'; readonly except?: readonly number[] }
  | { readonly to: 'users'; readonly ids: readonly number[] }
  | {
      readonly to: 'channel'
      readonly channel: number
      /** The channel was public when the row was written, so queues that follow all public channels receive it too. */
      readonly isPublic?: boolean
      readonly plus?: readonly number[]
      readonly except?: readonly number[]
    }

export const nobody: Audience = { to: 'nobody' }
export const everyone: Audience = { to: 'everyone' }
export const users = (...ids: readonly number[]): Audience => ({ to: 'users', ids })

/** This many ids always fit into a notice between nodes. */
const IDS_IN_A_PART = 500

/** Splits the audience into parts that are short enough for a notice. Only lists of people can be long. */
export function partsOf(audience: Audience): readonly Audience[] {
  if (audience.to !== 'users' || audience.ids.length <= IDS_IN_A_PART) return [audience]
  const count = Math.ceil(audience.ids.length / IDS_IN_A_PART)
  return Array.from({ length: count }, (_, index) =>
    users(...audience.ids.slice(index * IDS_IN_A_PART, (index + 1) * IDS_IN_A_PART)),
  )
}
