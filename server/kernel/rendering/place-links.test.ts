import { expect, test } from 'vitest'
import { channelFragment, topicFragment } from '../../../markdown/narrow-link.ts'
import { render } from '../../../markdown/render.ts'
import { contextOf } from '../../../test/markdown/cases/all.ts'
import { typesetters } from '../../../test/markdown/cases/typesetters.ts'
import { channelLink, topicLink } from './place-links.ts'

const names = [
  'two words',
  'a.b (c)',
  'a>b',
  '>',
  '**urgent** fix',
  'a**',
  'a*',
  '*a',
  '`a`',
  '[a](b)',
  'Q&A &amp;',
  '$$x$$',
  'a@5',
  ':smile:',
  '~~a~~',
  '@**all**',
  '<time:2024-01-01>',
]

/** The address of a link that is all there is, and the text that it shows. */
function shown(source: string, channel: { id: number; name: string }): { href: string; text: string } {
  const context = contextOf({}, typesetters)
  const { html, text } = render(source, {
    ...context,
    channelNamed: (asked) => (asked === channel.name ? channel : undefined),
    newestInTopic: () => undefined,
  })
  const [, href = html] = /^<p><a [^>]*href="\/?([^"]*)">[^<]*(?:<em>[^<]*<\/em>)?<\/a><\/p>$/.exec(html) ?? []
  return { href, text }
}

test.each(names)('a link leads to the channel %j', (name) => {
  const channel = { id: 12, name }
  expect(shown(channelLink(channel), channel)).toEqual({ href: channelFragment(channel), text: `#${name}` })
})

test.each(names)('a link leads to the topic %j', (topic) => {
  for (const channel of [
    { id: 12, name: 'plain' },
    { id: 12, name: topic },
  ])
    expect(shown(topicLink(channel, topic), channel)).toEqual({
      href: topicFragment(channel, topic, undefined),
      text: `#${channel.name} > ${topic}`,
    })
})

test('a link is short if possible', () => {
  expect(channelLink({ id: 12, name: 'lunch' })).toBe('#**lunch**')
  expect(topicLink({ id: 12, name: 'lunch' }, 'soup & *salad')).toBe('#**lunch>soup & *salad**')
  expect(topicLink({ id: 12, name: 'lunch' }, '')).toBe('#**lunch>**')
})
