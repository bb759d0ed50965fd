import { wire } from '../../../api/wire-name.ts'
import type { RenderContext, Typesetters } from '../../../markdown/context.ts'
import type { Actor } from '../../actor.ts'
import { hasMetadataAccess } from '../../channels/access.ts'
import { displayNameOf } from '../../groups/group-names.ts'
import { mayWithGroup } from '../../realm-state/permissions.ts'
import { alertWordFinder } from '../../realm-state/records/alert-word-finder.ts'
import { emojiUrl } from '../../realm-state/records/custom-emoji.ts'
import { compiledLinkifiers } from '../../realm-state/records/linkifiers.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../realm-state/topic-name.ts'
import { settingOf } from '../../realm-state/user-settings.ts'

/** What was looked up before: the rest of the context answers from memory. */
export interface Lookups {
  readonly typesetters: Typesetters
  newestInTopic(channelId: number, topic: string): number | undefined
}

const EXTRA_EMOJI = wire('service')

/** The largest text that people send costs about a hundredth of this. */
const LIMITS = { previewedUrls: 24, nesting: 20, work: 1_000_000 }

/** The organization as this author's text may refer to it. */
export function renderContext(
  { realm, user }: Actor,
  url: string,
  { typesetters, newestInTopic }: Lookups,
): RenderContext {
  const { settings } = realm.info
  return {
    typesetters,
    newestInTopic,
    peopleNamed: (name) => realm.usersNamed(name),
    person: (id) => realm.users.get(id),
    groupNamed(name) {
      const group = realm.groups.named(name)
      return (
        group && {
          id: group.id,
          name: group.name,
          displayName: displayNameOf(group),
          isActive: !group.deactivated,
          mayBeMentioned: mayWithGroup(realm, user, group, 'can_mention_group'),
        }
      )
    },
    channelNamed(name) {
      const channel = realm.channelByName(name)
      return channel && hasMetadataAccess(realm, user, channel) ? channel : undefined
    },
    customEmoji(name) {
      const emoji = realm.records.emoji.find('name', name)
      return emoji && { name: emoji.name, src: emojiUrl(emoji) }
    },
    linkifiers: compiledLinkifiers(realm),
    upload: () => undefined,
    alertWords: alertWordFinder(realm),
    settings: {
      defaultCodeLanguage: settings.default_code_block_language,
      inlineImagePreview: settings.inline_image_preview,
      translateEmoticons: settingOf(user, 'translate_emoticons'),
      fileLinks: false,
      ownUrl: url,
      extraEmoji: EXTRA_EMOJI,
      emptyTopicName: EMPTY_TOPIC_DISPLAY_NAME,
      // Pictures of other sites are not shown before they can be fetched through this server.
      proxied: () => undefined,
    },
    limits: LIMITS,
  }
}
