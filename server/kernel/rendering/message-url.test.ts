import { describe, expect, test } from 'vitest'
import { render } from '../../../markdown/render.ts'
import { contextOf } from '../../../test/markdown/cases/all.ts'
import { typesetters } from '../../../test/markdown/cases/typesetters.ts'
import { messageLink, messageUrl } from './message-url.ts'

const BASE = 'http://chat.example.org'
const inChannel = (name: string, topic: string) => ({ id: 905, channel: { id: 12, name }, topic, viewerId: 1 })
const toPeople = (...names: string[]) => ({
  id: 905,
  topic: '',
  members: names.map((fullName, index) => ({ id: index + 1, fullName })),
  viewerId: 1,
})

describe('the address of a message', () => {
  test.each([
    ['two words', 'two words', '12-two-words', 'two.20words'],
    ['a.b', 'a.b', '12-a.2Eb', 'a.2Eb'],
    ['a/b', 'a/b', '12-a.2Fb', 'a.2Fb'],
    ['50% off', '50% off', '12-50.25-off', '50.25.20off'],
    ['é 日', 'é 日', '12-.C3.A9-.E6.97.A5', '.C3.A9.20.E6.97.A5'],
    ['(x)', '(x)', '12-.28x.29', '.28x.29'],
    ["!'*", "!'*", '12-.21.27.2A', '.21.27.2A'],
    ['plain', '', '12-plain', ''],
    ['😀', '✔ done', '12-.F0.9F.98.80', '.E2.9C.94.20done'],
  ])('in the channel %j, the topic %j, is encoded', (channel, topic, channelPart, topicPart) => {
    expect(messageUrl(BASE, inChannel(channel, topic))).toBe(
      `${BASE}/#narrow/channel/${channelPart}/topic/${topicPart}/near/905`,
    )
  })

  test.each([
    ['Bob', '2-Bob'],
    ['Ann Lee', '2-Ann-Lee'],
    ['J. R. (Ops)', '2-J.-R.-Ops-'],
    ['Zoë 日本', '2-Zoë-日本'],
    ['50%/<x>', '2-50-x-'],
  ])('to %j contains the name, with dashes for unsafe characters', (name, part) => {
    expect(messageUrl(BASE, toPeople('Me', name))).toBe(`${BASE}/#narrow/dm/${part}/near/905`)
  })

  test('to oneself contains one’s own name', () => {
    expect(messageUrl(BASE, toPeople('Just Me'))).toBe(`${BASE}/#narrow/dm/1-Just-Me/near/905`)
  })
})

describe('the link to a message', () => {
  const rendered = (source: string, name: string) => {
    const others = ['a', '', '<b']
    const context = contextOf({}, typesetters)
    const find = (asked: string) =>
      asked === name ? { id: 12, name } : others.includes(asked) ? { id: 99, name: asked } : undefined
    return render(source, { ...context, channelNamed: find }).html
  }

  test.each([
    'two words',
    'a.b',
    'a/b',
    '50% off',
    'é 日',
    '(x)',
    'a>b',
    '<b>',
    '>',
    '**a**',
    'a**',
    'a*',
    '*a',
    '`a`',
    '[a](b)',
    'a\\',
    '&amp;',
    '$$x$$',
    'a@5',
    ':smile:',
    '@**all**',
  ])('leads to it when pasted, with %j as the channel or the topic', (name) => {
    for (const message of [
      inChannel(name, 'plain'),
      inChannel('plain', name),
      inChannel(name, ''),
      inChannel(name, name),
    ]) {
      const html = rendered(messageLink(BASE, message), message.channel.name)
      const address = messageUrl(BASE, message)
      const [, href] =
        /^<p><a (?:class="message-link" )?href="([^"]*)">[^<]*(?:<em>[^<]*<\/em>[^<]*)?<\/a><\/p>$/.exec(html) ?? []
      expect([address, address.slice(BASE.length)], html).toContain(href)
    }
  })

  test('is short if possible', () => {
    expect(messageLink(BASE, inChannel('lunch', 'soup'))).toBe('#**lunch>soup@905**')
    expect(messageLink(BASE, inChannel('lunch', ''))).toBe('#**lunch>@905**')
  })

  test.each([
    'Bob',
    'Ann Lee',
    'J. R. (Ops)',
    '(x',
    'x)',
    'Zoë 日本',
    '50%/<x>',
    "O'Neil, Jr.",
    '[x]',
    '!?;:',
    '#1 {a|b}^~$',
  ])('is the address for direct messages, and leads there when pasted: %j', (name) => {
    const message = toPeople('Me', name)
    const address = messageUrl(BASE, message)
    expect(messageLink(BASE, message)).toBe(address)
    const [, href = ''] = /^<p><a href="([^"]*)">[^<]*<\/a><\/p>$/.exec(rendered(address, '')) ?? []
    expect(decodeURI(href)).toBe(address)
  })
})
