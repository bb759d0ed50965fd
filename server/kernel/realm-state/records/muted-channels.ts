/** The channels that a person has muted. A person who has muted none has no record. */
export interface MutedChannels {
  readonly userId: number
  /** Ascending. */
  readonly channelIds: readonly number[]
}

export const MUTED_CHANNELS = `
  select s.user_id as "userId", array_agg(s.channel_id order by s.channel_id) as "channelIds"
  from subscription s join account a on a.id = s.user_id
  where a.realm_id = $1 and s.is_muted group by s.user_id`
