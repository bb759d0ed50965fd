import { type Invariant, IS_HIDDEN } from '../../kernel/db/invariant.ts'

/** The names of the files of an emoji: the picture, and the still one of an animation. */
const emojiFile = `e.realm_id || '/emoji/' || e.token || '-' || variant.text`

const variants = `cross join lateral (
  select e.format as text union all select 'still' where e.format <> 'png') variant`

export const emojiInvariants: readonly Invariant[] = [
  {
    name: 'emoji-files-claimed',
    holds: 'the files of every custom emoji are claimed, in its organization',
    breaches: `
      select format('emoji %s has no claimed file %s', e.id, ${emojiFile}) as detail
      from custom_emoji e ${variants}
      where not exists (
        select from stored_file f
        where f.name = ${emojiFile} and f.realm_id = e.realm_id and f.state = 'claimed')`,
  },
  {
    name: 'emoji-files-used',
    holds: 'every claimed file of an emoji belongs to a custom emoji',
    breaches: `
      select format('the file %s is claimed by nobody', f.name) as detail
      from stored_file f
      where f.state = 'claimed' and split_part(f.name, '/', 2) = 'emoji' and f.name not in (
        select ${emojiFile} from custom_emoji e ${variants})`,
  },
  {
    name: 'emoji-within-realm',
    holds: 'a custom emoji belongs to the organization of its author and of the messages that have it as a reaction',
    breaches: `
      select format('emoji %s is by account %s of another organization', e.id, a.id) as detail
      from custom_emoji e join account a on a.id = e.author_id where a.realm_id <> e.realm_id
      union all
      select format('reaction %s has the custom emoji %s, which does not exist there', r.id, r.emoji_code)
      from reaction r join message m on m.id = r.message_id
      where r.kind = 2 and not exists (
        select from custom_emoji e where e.realm_id = m.realm_id and e.id::text = r.emoji_code) and not ${IS_HIDDEN}`,
  },
  {
    name: 'emoji-within-log',
    holds: 'a custom emoji was added, and then deactivated, at positions that the log has reached',
    breaches: `
      select format('emoji %s was added at %s and deactivated at %s', e.id, e.added_seq, e.deactivated_seq) as detail
      from custom_emoji e join realm_log l on l.realm_id = e.realm_id
      where e.added_seq > l.seq or e.deactivated_seq > l.seq or e.deactivated_seq <= e.added_seq`,
  },
]
