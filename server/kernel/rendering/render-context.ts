import { wire } from '../../../api/wire-name.ts'
import type { RenderContext, Typesetters } from '../../../markdown/context.ts'
import { hasMetadataAccess } from '../access/channel-access.ts'
import type { Actor } from '../actor.ts'
import { mayWithGroup } from '../realm-state/permissions.ts'
import { alertWordFinder } from '../realm-state/records/alert-word-finder.ts'
import { emojiUrl } from '../realm-state/records/custom-emoji.ts'
import { compiledLinkifiers } from '../realm-state/records/linkifiers.ts'
import { sees } from '../realm-state/sight.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../realm-state/topic-name.ts'
import { settingOf } from '../realm-state/user-settings.ts'
import { displayNameOf } from './group-names.ts'
import type { Site } from './site.ts'

/** The results of earlier lookups. The rest of the context comes from memory. */
export interface Lookups {
  readonly typesetters: Typesetters
  newestInTopic(channelId: number, topic: string): number | undefined
  upload: RenderContext['upload']
  embed: RenderContext['embed']
}

const EXTRA_EMOJI = wire('service')

/** A text with more addresses has no previews. */
export const MAX_PREVIEWED_URLS = 24

/** The largest ordinary texts cost about a hundredth of this work. */
const LIMITS = { previewedUrls: MAX_PREVIEWED_URLS, nesting: 20, work: 1_000_000 }

/** The organization in the form that the author's text may refer to. */
export function renderContext(
  { realm, user }: Actor,
  site: Site,
  { typesetters, newestInTopic, upload, embed }: Lookups,
): RenderContext {
  const { settings } = realm.info
  return {
    typesetters,
    newestInTopic,
    // A mention must not tell a guest with limited sight the name of somebody unseen.
    peopleNamed: (name) => realm.usersNamed(name).filter((named) => sees(realm, user, named)),
    person(id) {
      const person = realm.users.get(id)
      return person && sees(realm, user, person) ? person : undefined
    },
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
    upload,
    ...(embed ? { embed } : {}),
    alertWords: alertWordFinder(realm),
    settings: {
      defaultCodeLanguage: settings.default_code_block_language,
      inlineImagePreview: site.showsPreviews && settings.inline_image_preview,
      translateEmoticons: settingOf(user, 'translate_emoticons'),
      fileLinks: false,
      ownUrl: site.url,
      extraEmoji: EXTRA_EMOJI,
      emptyTopicName: EMPTY_TOPIC_DISPLAY_NAME,
      proxied: site.proxied,
    },
    limits: LIMITS,
  }
}
