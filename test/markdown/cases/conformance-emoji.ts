import { asCases } from './as-cases.ts'
import type { CaseGroup } from './case.ts'
import { linkifiersOfCases } from './linkifiers-world.ts'
import { world } from './world.ts'

const emoji = (name: string, code: string, title = name): string =>
  `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`
const smile = emoji('smile', '1f604')
const heart = emoji('heart', '2764')
const link = (address: string, text: string): string => `<a href="${address}">${text}</a>`

const emojis = asCases('emoji, of all kinds', [
  ['a name', ':smile:', `<p>${smile}</p>`],
  ['a character', '😄', `<p>${smile}</p>`],
  ['a name with underscores', ':stuck_out_tongue:', `<p>${emoji('stuck_out_tongue', '1f61b', 'stuck out tongue')}</p>`],
  ['names without blanks', 'a:smile:b:heart::smile:', `<p>a${smile}b${heart}${smile}</p>`],
  ['characters without blanks', 'a😄b😄😄', `<p>a${smile}b${smile}${smile}</p>`],
  ['a name after a colon', 'is:\na:smile:', `<p>is:<br>\na${smile}</p>`],
  ['an unknown name', ':no_such_thing: :smile:', `<p>:no_such_thing: ${smile}</p>`],
  ['a name that shares its colon', ':naught:smile:', `<p>:naught${smile}</p>`],
  ['no name', 'x::y::z 12:30:45', '<p>x::y::z 12:30:45</p>'],
  ['skin tones', ':skin-tone-2: :skin-tone-3:', '<p>:skin-tone-2: :skin-tone-3:</p>'],
  ['a coloured hand', '👍🏽', '<p>👍🏽</p>'],
  ['in bold', '**:smile:**', `<p><strong>${smile}</strong></p>`],
  ['in code', '`:smile:` `😄`', '<p><code>:smile:</code> <code>😄</code></p>'],
  [
    'of the organization',
    ':green_tick:',
    '<p><img alt=":green_tick:" class="emoji" src="/user_avatars/2/emoji/images/5.png" title="green tick"></p>',
  ],
  [
    'of the product',
    ':service:',
    '<p><img alt=":service:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/service.png" title="service"></p>',
  ],
  [
    'of the organization before Unicode',
    ':smile:',
    '<p><img alt=":smile:" class="emoji" src="/user_avatars/2/emoji/images/9.png" title="smile"></p>',
    {
      world: {
        customEmoji: (name) => (name === 'smile' ? { name, src: '/user_avatars/2/emoji/images/9.png' } : undefined),
      },
    },
  ],
  ['text by default', '© ® ™ → ↔ ❤ 1 #', '<p>© ® ™ → ↔ ❤ 1 #</p>'],
  ['text made a picture', '❤️', `<p>${heart}</p>`],
  ['an unknown sequence', '🍋‍🟪', '<p>🍋‍🟪</p>'],
  ['a flag', '🇩🇪', `<p>${emoji('flag_germany', '1f1e9-1f1ea', 'flag germany')}</p>`],
])

const feelings = { world: { settings: { ...world.settings, translateEmoticons: true } } }
const slight = emoji('slight_smile', '1f642', 'slight smile')

const emoticons = asCases('emoji, emoticons', [
  ['off', ':) <3', '<p>:) &lt;3</p>'],
  ['smiles', ':) (:', `<p>${slight} ${slight}</p>`, feelings],
  ['a heart', 'a <3 b', `<p>a ${heart} b</p>`, feelings],
  ['the others', ';) :D', `<p>${emoji('wink', '1f609')} ${smile}</p>`, feelings],
  [
    'open mouths',
    ':o :O',
    `<p>${emoji('open_mouth', '1f62e', 'open mouth')} ${emoji('open_mouth', '1f62e', 'open mouth')}</p>`,
    feelings,
  ],
  [
    'tongues',
    ':p :P',
    `<p>${emoji('stuck_out_tongue', '1f61b', 'stuck out tongue')} ${emoji('stuck_out_tongue', '1f61b', 'stuck out tongue')}</p>`,
    feelings,
  ],
  [
    'sad ones',
    ':( :| :/',
    `<p>${emoji('frown', '1f641')} ${emoji('neutral', '1f610')} ${emoji('confused', '1f615')}</p>`,
    feelings,
  ],
  ['at the end of a sentence', 'a :).', `<p>a ${slight}.</p>`, feelings],
  ['between signs', 'a !:)?', `<p>a !${slight}?</p>`, feelings],
  ['next to letters', 'a:) ;)b', '<p>a:) ;)b</p>', feelings],
  ['in code', '`:)`', '<p><code>:)</code></p>', feelings],
  ['on each line', ':) a\n:) b', `<p>${slight} a<br>\n${slight} b</p>`, feelings],
  ['blanks inside', ': )', '<p>: )</p>', feelings],
  ['in an address', 'https://a.com', '<p><a href="https://a.com">https://a.com</a></p>', feelings],
])

const linked = { world: { linkifiers: linkifiersOfCases } }
const ticket = (id: string): string => link(`https://trac.example.com/ticket/${id}`, `#${id}`)

const linkifiers = asCases('emoji, linkifiers', [
  ['a match', 'see #123 now', `<p>see ${ticket('123')} now</p>`, linked],
  [
    'punctuation after it',
    '#123, (#124). #125!',
    `<p>${ticket('123')}, (${ticket('124')}). ${ticket('125')}!</p>`,
    linked,
  ],
  ['after a letter', 'a#123', '<p>a#123</p>', linked],
  ['before a letter', '#123a', '<p>#123a</p>', linked],
  ['before an underscore', '#123_', `<p>${ticket('123')}_</p>`, linked],
  [
    'several variables',
    'core/web#7',
    `<p>${link('https://git.example.com/core/web/issues/7', 'core/web#7')}</p>`,
    linked,
  ],
  [
    'the earlier wins',
    ':#7 core/web#7',
    `<p>:${ticket('7')} ${link('https://git.example.com/core/web/issues/7', 'core/web#7')}</p>`,
    linked,
  ],
  ['side by side', '#1 #2,#3', `<p>${ticket('1')} ${ticket('2')},${ticket('3')}</p>`, linked],
  ['in code', '`#123`', '<p><code>#123</code></p>', linked],
  ['in a link', '[#123](https://a.com)', `<p>${link('https://a.com', '#123')}</p>`, linked],
  ['in bold', '**#123**', `<p><strong>${ticket('123')}</strong></p>`, linked],
  ['in an address', 'https://a.com/#123', `<p>${link('https://a.com/#123', 'https://a.com/#123')}</p>`, linked],
  ['at the start of a line', 'a\n#123', `<p>a<br>\n${ticket('123')}</p>`, linked],
])

export const conformanceEmoji: CaseGroup = {
  title: 'Conformance: emoji, emoticons and linkifiers',
  cases: [...emojis, ...emoticons, ...linkifiers],
}
