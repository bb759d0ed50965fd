import { asCases } from './as-cases.ts'
import type { CaseGroup } from './case.ts'
import { withoutPreviews } from './previews-world.ts'

const link = (address: string, text = address): string => `<a href="${address}">${text}</a>`
const CAT = '/user_uploads/2/ab/cat.png'
const catPreview = (title: string, href = CAT): string =>
  `<div class="message_inline_image"><a href="${href}"${title === '' ? '' : ` title="${title}"`}><img data-original-content-type="image/png" data-original-dimensions="800x600" src="/user_uploads/thumbnail/2/ab/cat.png/840x560.webp"></a></div>`
const proxied = (url: string): string => `/external_content/${encodeURIComponent(url)}`
const foreign = (url: string, title = ''): string =>
  `<div class="message_inline_image"><a href="${url}"${title === '' ? '' : ` title="${title}"`}><img src="${proxied(url)}"></a></div>`
const A = 'https://example.com/a.png'
const B = 'https://example.com/b.jpg'

const pictures = asCases('previews, pictures', [
  [
    'in a sentence',
    `see [the cat](${CAT}) here`,
    `<p>see ${link(CAT, 'the cat')} here</p>\n${catPreview('the cat')}`,
    { says: { hasImage: true, attachments: ['2/ab/cat.png'], links: [CAT] } },
  ],
  ['a name alone', `[cat.png](${CAT})`, `<p>${link(CAT, 'cat.png')}</p>\n${catPreview('cat.png')}`],
  ['an address alone', A, foreign(A)],
  ['an address in a sentence', `see ${A}\nnow`, `<p>see ${link(A)}<br>\nnow</p>\n${foreign(A)}`],
  ['a named address alone', `[a](${A})`, `<p>${link(A, 'a')}</p>\n${foreign(A, 'a')}`],
  ['two', `${A} ${B}`, `<p>${link(A)} ${link(B)}</p>\n${foreign(A)}\n${foreign(B)}`],
  ['the same twice', `${A} and ${A}`, `<p>${link(A)} and ${link(A)}</p>\n${foreign(A)}`],
  ['in a quote', `> ${A}`, `<blockquote>\n<p>${link(A)}</p>\n</blockquote>`],
  [
    'in a spoiler',
    `\`\`\`spoiler h\nsee ${A}\n\`\`\``,
    `<div class="spoiler-block"><div class="spoiler-header">\n<p>h</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>see ${link(A)}</p>\n${foreign(A)}\n</div></div>`,
  ],
  ['between paragraphs', `a ${A}\n\nb`, `<p>a ${link(A)}</p>\n${foreign(A)}\n<p>b</p>`],
  ['in code', `\`${A}\``, `<p><code>${A}</code></p>`, { says: { hasImage: false, links: [] } }],
  ['switched off', A, `<p>${link(A)}</p>`, { world: withoutPreviews, says: { hasImage: false } }],
  ['no picture', 'https://example.com/a.txt', `<p>${link('https://example.com/a.txt')}</p>`],
  [
    'an uploaded text',
    '[n](/user_uploads/2/ab/notes.txt)',
    `<p>${link('/user_uploads/2/ab/notes.txt', 'n')}</p>`,
    { says: { hasImage: false, attachments: ['2/ab/notes.txt'] } },
  ],
  [
    'in the text',
    `![a](${CAT}) b`,
    `<p><img alt="a" class="inline-image" data-original-content-type="image/png" data-original-dimensions="800x600" data-original-src="${CAT}" src="/user_uploads/thumbnail/2/ab/cat.png/840x560.webp"> b</p>`,
    { says: { hasImage: true, attachments: ['2/ab/cat.png'] } },
  ],
  [
    'a sound',
    '![s](/user_uploads/2/ab/song.mp3)',
    '<p><audio controls preload="metadata" src="/user_uploads/2/ab/song.mp3" title="s"></audio></p>',
  ],
  [
    'a film',
    'see [f](/user_uploads/2/ab/clip.mp4)',
    `<p>see ${link('/user_uploads/2/ab/clip.mp4', 'f')}</p>\n<div class="message_inline_image message_inline_video"><a href="/user_uploads/2/ab/clip.mp4" title="f"><video preload="metadata" src="/user_uploads/2/ab/clip.mp4"></video></a></div>`,
  ],
])

const many = (count: number): string =>
  Array.from({ length: count }, (_, index) => `https://example.com/${index}.txt`).join('\n')

const counts = asCases('previews, many', [
  [
    'twenty-four addresses',
    `${many(23)}\n${A}`,
    `<p>${many(23)
      .split('\n')
      .map((url) => link(url))
      .join('<br>\n')}<br>\n${link(A)}</p>\n${foreign(A)}`,
  ],
  [
    'twenty-five addresses',
    `${many(24)}\n${A}`,
    `<p>${many(24)
      .split('\n')
      .map((url) => link(url))
      .join('<br>\n')}<br>\n${link(A)}</p>`,
  ],
])

const order = asCases('previews, links', [
  [
    'in the order of the text',
    'https://c.com [b](https://b.com) #**design** a.com',
    '<p><a href="https://c.com">https://c.com</a> <a href="https://b.com">b</a> <a class="stream" data-stream-id="12" href="/#narrow/channel/12-design">#design</a> <a href="http://a.com">a.com</a></p>',
    { says: { links: ['https://c.com', 'https://b.com', '/#narrow/channel/12-design', 'http://a.com'] } },
  ],
])

const commands = asCases('previews, commands', [
  ['an action', '/me *waves*', '<p>/me <em>waves</em></p>', { says: { isMeMessage: true } }],
  ['an action without a blank', '/meow', '<p>/meow</p>', { says: { isMeMessage: false } }],
  ['an action on its own', '/me', '<p>/me</p>', { says: { isMeMessage: false } }],
  ['an action later', 'a /me b', '<p>a /me b</p>', { says: { isMeMessage: false } }],
  [
    'a poll',
    '/poll Lunch?\n* Pizza\n- Soup\n\nBread',
    '<p>/poll Lunch?</p>\n<ul>\n<li>Pizza</li>\n<li>Soup</li>\n</ul>\n<p>Bread</p>',
    {
      says: {
        widget: { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['Pizza', 'Soup', 'Bread'] } },
      },
    },
  ],
  [
    'a poll without a question',
    '/poll\nA',
    '<p>/poll<br>\nA</p>',
    { says: { widget: { widget_type: 'poll', extra_data: { question: '', options: ['A'] } } } },
  ],
  [
    'a list of tasks',
    '/todo Today\nshop: milk\nsleep',
    '<p>/todo Today<br>\nshop: milk<br>\nsleep</p>',
    {
      says: {
        widget: {
          widget_type: 'todo',
          extra_data: {
            task_list_title: 'Today',
            tasks: [
              { task: 'shop', desc: 'milk' },
              { task: 'sleep', desc: '' },
            ],
          },
        },
      },
    },
  ],
  ['another word', '/polls a', '<p>/polls a</p>', { says: { widget: undefined } }],
  ['any command', '/ping', '<p>/ping</p>', { says: { widget: undefined, isMeMessage: false } }],
])

export const conformancePreviews: CaseGroup = {
  title: 'Conformance: previews and commands',
  cases: [...pictures, ...counts, ...order, ...commands],
}
