import { describe, expect, test } from 'vitest'
import { attachmentParts } from '../chats/attachments.ts'
import type { SourceText } from '../source.ts'
import { attachmentText, isPreview } from './attachments.ts'
import { blocksText } from './blocks.ts'
import { slackParts } from './text.ts'

const names = {
  person: (id: string) => ({ U1: 'Ann', U2: 'Bob' })[id],
  channel: (id: string) => ({ C1: 'general' })[id],
}
const read = (text: string) => slackParts(text, names)
const ann = { person: 'U1', else: '@Ann' }

describe('a text of Slack', () => {
  test.each<[string, SourceText]>([
    ['plain', ['plain']],
    ['', []],
    ['<@U1> and <@U9|zoe>', [ann, ' and ', { person: 'U9', else: '@zoe' }]],
    ['<@U8>', [{ person: 'U8', else: '@U8' }]],
    ['<#C1|general> <#C1> <#C9|>', [ch('C1', 'general'), ' ', ch('C1', 'general'), ' ', ch('C9', 'C9')]],
    ['<!here> <!channel> <!everyone>', ['@**all** @**all** @**all**']],
    ['<!subteam^S1|@design>', ['@design']],
    ['<!date^1392734382^{date_short}|Feb 18>', ['<time:2014-02-18T14:39:42Z>']],
    ['*bold* _italic_ ~gone~ `code`', ['**bold** *italic* ~~gone~~ `code`']],
    ['*<@U1>*, see', ['**', ann, '**, see']],
    ['2*3*4 snake_case_name ~5', ['2*3*4 snake_case_name ~5']],
    ['a &lt;b&gt; &amp;amp; c', ['a <b> &amp; c']],
    ['<https://example.com/a_b?x=1&amp;y=2>', ['https://example.com/a_b?x=1&y=2']],
    ['<https://example.com|the [site]>', ['[the (site)](https://example.com/)']],
    ['<https://example.com|https://example.com>', ['https://example.com']],
    ['<mailto:ann@example.com|ann@example.com>', ['ann@example.com']],
    ['<javascript:alert(1)|click>', ['click']],
    ['`<@U1> <https://x.example|x> &lt;`', ['`@Ann x <`']],
    ['see ```let a = &lt;b&gt;``` ok', ['see \n```\nlet a = <b>\n```\n ok']],
    ['```\na\nb\n```', ['```\na\nb\n```']],
    ['&gt; quoted\nnot', ['> quoted\n\nnot']],
    ['before\n&gt;&gt;&gt; all\nof it', ['before\n> all\n> of it']],
    [':wave::skin-tone-3: :thumbsup:', [':wave: :+1:']],
    ['# no heading', ['\u200b# no heading']],
    ['@*team* $$1', ['@\u200b*team* $\u200b$1']],
    ['a\u0000b\ud800', ['ab\ufffd']],
    [
      '<https://acme.slack.com/archives/C1/p1690000000123456?thread_ts=1&amp;cid=C1>',
      [
        {
          message: 'C1/1690000000.123456',
          else: 'https://acme.slack.com/archives/C1/p1690000000123456?thread_ts=1&cid=C1',
        },
      ],
    ],
    ['<broken', ['<broken']],
  ])('%j', (text, parts) => {
    expect(slackParts(text, names)).toEqual(parts)
  })

  test('stays linear for hostile texts', () => {
    for (const sign of ['*a ', '_', '`', '<', '&gt;&gt;&gt;', '<@U1>', '```', ':a:'])
      expect(slackParts(sign.repeat(20_000), names).length).toBeGreaterThan(0)
  })
})

function ch(id: string, name: string) {
  return { channel: id, else: `#${name}` }
}

test('blocks become the text format of Slack', () => {
  const text = (words: string, style = {}) => ({ type: 'text', text: words, style })
  const blocks = [
    { type: 'header', text: { type: 'plain_text', text: 'Title' } },
    { type: 'section', text: { type: 'mrkdwn', text: 'one' }, fields: [{ type: 'mrkdwn', text: 'two' }] },
    { type: 'actions', elements: [{ type: 'button', text: { text: 'Go' } }] },
    { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'a cat' },
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            text('hi '),
            text('bold ', { bold: true }),
            { type: 'user', user_id: 'U1' },
            { type: 'emoji', name: 'wave' },
            { type: 'link', url: 'https://example.com', text: 'a & b' },
            { type: 'broadcast', range: 'here' },
          ],
        },
        { type: 'rich_text_preformatted', elements: [text('x < y')] },
        { type: 'rich_text_quote', elements: [text('q')] },
        {
          type: 'rich_text_list',
          style: 'ordered',
          elements: [{ type: 'rich_text_section', elements: [text('first')] }],
        },
      ],
    },
    { type: 'unknown' },
    'no block',
  ]
  expect(blocksText(blocks.filter((block) => typeof block === 'object')).split('\n')).toEqual([
    '*Title*',
    'one',
    'two',
    '<https://example.com/a.png|a cat>',
    'hi *bold* <@U1>:wave:<https://example.com|a &amp; b><!here>',
    '```x &lt; y```',
    '&gt; q',
    '1. first',
  ])
})

test('attachments of applications become quotes', () => {
  const attachment = {
    pretext: 'New issue',
    author_name: 'Bot',
    title: 'Crash',
    title_link: 'https://example.com/1',
    text: 'for <@U1>\nnow',
    fields: [{ title: 'State', value: 'open' }],
    fallback: 'not shown',
  }
  expect(attachmentParts(attachment, read)).toEqual([
    'New issue\n> **Bot**\n> [Crash](https://example.com/1)\n> for ',
    ann,
    '\n> now\n> **State**: open',
  ])
  expect(attachmentParts({ fallback: 'only this' }, read)).toEqual(['> only this'])
  expect(attachmentParts({}, read)).toEqual([])
  const blocks = [{ type: 'section', text: { text: 'in a block' } }]
  expect(attachmentText({ blocks })).toBe('in a block')
  expect(attachmentText({ message_blocks: [{ message: { blocks } }] })).toBe('in a block')
  expect(isPreview({ from_url: 'https://example.com' })).toBe(true)
  expect(isPreview({ from_url: 'https://acme.slack.com/…', is_share: true })).toBe(false)
})
