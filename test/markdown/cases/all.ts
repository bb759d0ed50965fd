import type { RenderContext, Typesetters } from '../../../markdown/context.ts'
import { awkwardBlocks } from './awkward-blocks.ts'
import { awkwardReferences } from './awkward-references.ts'
import { bareLinks } from './bare-links.ts'
import { blocks } from './blocks.ts'
import type { Case, CaseGroup } from './case.ts'
import { channelLinks } from './channel-links.ts'
import { conformanceBare } from './conformance-bare.ts'
import { conformanceBlocks } from './conformance-blocks.ts'
import { conformanceContainers } from './conformance-containers.ts'
import { conformanceEmoji } from './conformance-emoji.ts'
import { conformanceInline } from './conformance-inline.ts'
import { conformancePreviews } from './conformance-previews.ts'
import { conformanceReferences } from './conformance-references.ts'
import { emoji } from './emoji.ts'
import { emoticons } from './emoticons.ts'
import { emphasis } from './emphasis.ts'
import { fences } from './fences.ts'
import { limits } from './limits.ts'
import { linkifiers } from './linkifiers.ts'
import { linksWritten } from './links-written.ts'
import { lists } from './lists.ts'
import { math } from './math.ts'
import { me } from './me.ts'
import { mentions } from './mentions.ts'
import { mentionsPlaces } from './mentions-places.ts'
import { previews } from './previews.ts'
import { quotes } from './quotes.ts'
import { spoilers } from './spoilers.ts'
import { tables } from './tables.ts'
import { times } from './times.ts'
import { widgets } from './widgets.ts'
import { world } from './world.ts'

/** Every case there is, in the order of the vocabulary. */
export const groups: readonly CaseGroup[] = [
  blocks,
  lists,
  quotes,
  fences,
  spoilers,
  tables,
  emphasis,
  linksWritten,
  bareLinks,
  math,
  times,
  me,
  mentions,
  mentionsPlaces,
  channelLinks,
  emoji,
  emoticons,
  linkifiers,
  previews,
  widgets,
  limits,
  awkwardBlocks,
  awkwardReferences,
  conformanceBlocks,
  conformanceContainers,
  conformanceInline,
  conformanceBare,
  conformanceReferences,
  conformanceEmoji,
  conformancePreviews,
]

export const cases: readonly Case[] = groups.flatMap((group) => group.cases)

/** The world of a case; typesetters are given, because a browser loads them on demand. */
export const contextOf = (one: Pick<Case, 'world'>, typesetters: Typesetters): RenderContext => ({
  ...world,
  linkifiers: [],
  typesetters,
  ...one.world,
})
