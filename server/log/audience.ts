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
      readonly plus?: readonly number[]
      readonly except?: readonly number[]
    }

export const nobody: Audience = { to: 'nobody' }
export const everyone: Audience = { to: 'everyone' }
export const users = (...ids: readonly number[]): Audience => ({ to: 'users', ids })
