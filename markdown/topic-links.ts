import type { Linkifier } from './linkifiers/linkifier.ts'
import { findBareLinks, type LinkSettings } from './text/find-bare-links.ts'
import { type Finding, mergeFindings } from './text/finding.ts'

export interface TopicLink {
  readonly text: string
  readonly url: string
}

const SETTINGS: LinkSettings = { ownUrl: '', fileLinks: false }

/** The links in a topic name, from left to right. Topics have no Markdown. */
export function topicLinks(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  let found: readonly Finding[] = []
  for (const linkifier of linkifiers) {
    const matches = Array.from(linkifier.matches(topic), ({ start, end, url }) => ({ start, end, as: { link: url } }))
    found = mergeFindings(found, matches)
  }
  return mergeFindings(found, findBareLinks(topic, SETTINGS)).flatMap(({ start, end, as }) => {
    const text = topic.slice(start, end)
    return 'link' in as && !as.link.startsWith('mailto:') ? [{ text, url: withScheme(text, as.link) }] : []
  })
}

const withScheme = (text: string, url: string): string => (url === `http://${text}` ? `https://${text}` : url)
