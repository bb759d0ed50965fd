import type { RenderContext } from './context.ts'
import { makeEngine } from './engine.ts'
import { Notes } from './notes.ts'
import { type PlainText, plainText } from './plain-text.ts'
import type { Rendering } from './rendering.ts'
import { widgetOf } from './widgets.ts'

const engine = makeEngine()

/** Message source → HTML and what it says. Pure: the same source and context give the same bytes anywhere. */
export function render(source: string, context: RenderContext): Rendering {
  const notes = new Notes(context)
  const content = trimmed(source)
  notes.pay(content.length)
  const tokens = engine.parse(content, { notes })
  notes.pay(tokens.length)
  const html = engine.renderer.render(tokens, engine.options, { notes }).trimEnd()
  let plain: PlainText | undefined
  const text = () => {
    plain ??= plainText(tokens)
    return plain
  }
  return {
    html,
    // Read by few who render.
    get text() {
      return text().all
    },
    mentions: {
      people: [...notes.people],
      silentPeople: [...notes.silentPeople],
      groups: [...notes.groups],
      silentGroups: [...notes.silentGroups],
      forbiddenGroups: [...notes.forbiddenGroups],
      channelWildcard: notes.channelWildcard,
      topicWildcard: notes.topicWildcard,
    },
    alertWords: context.alertWords?.find(text().prose) ?? [],
    links: [...notes.links],
    hasImage: notes.hasImage,
    attachments: [...notes.attachments],
    isMeMessage: content.startsWith('/me '),
    widget: widgetOf(content),
  }
}

/** Blanks at the end say nothing; those at the beginning may make code of the first line. */
const trimmed = (source: string): string => source.toWellFormed().replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()
