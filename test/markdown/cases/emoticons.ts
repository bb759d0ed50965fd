import type { CaseGroup } from './case.ts'
import { world } from './world.ts'

const withEmoticons = { settings: { ...world.settings, translateEmoticons: true } }

export const emoticons: CaseGroup = {
  title: 'Emoticons',
  about: 'For those who asked for it.',
  cases: [
    {
      name: 'emoticon: a smile',
      source: ':)',
      html: '<p><span aria-label="slight smile" class="emoji emoji-1f642" role="img" title="slight smile">:slight_smile:</span></p>',
      world: withEmoticons,
      shown: true,
    },
    {
      name: 'emoticon: a smile from the other side',
      source: '(:',
      html: '<p><span aria-label="slight smile" class="emoji emoji-1f642" role="img" title="slight smile">:slight_smile:</span></p>',
      world: withEmoticons,
    },
    {
      name: 'emoticon: a frown',
      source: ':(',
      html: '<p><span aria-label="frown" class="emoji emoji-1f641" role="img" title="frown">:frown:</span></p>',
      world: withEmoticons,
    },
    {
      name: 'emoticon: a heart',
      source: '<3',
      html: '<p><span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span></p>',
      world: withEmoticons,
    },
    {
      name: 'emoticon: a neutral face',
      source: ':|',
      html: '<p><span aria-label="neutral" class="emoji emoji-1f610" role="img" title="neutral">:neutral:</span></p>',
      world: withEmoticons,
    },
    {
      name: 'emoticon: a confused face',
      source: ':/',
      html: '<p><span aria-label="confused" class="emoji emoji-1f615" role="img" title="confused">:confused:</span></p>',
      world: withEmoticons,
    },
    {
      name: 'emoticon: a wink',
      source: ';)',
      html: '<p><span aria-label="wink" class="emoji emoji-1f609" role="img" title="wink">:wink:</span></p>',
      world: withEmoticons,
    },
    {
      name: 'emoticon: a laugh',
      source: ':D',
      html: '<p><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span></p>',
      world: withEmoticons,
    },
    {
      name: 'emoticon: an open mouth',
      source: ':o :O',
      html: '<p><span aria-label="open mouth" class="emoji emoji-1f62e" role="img" title="open mouth">:open_mouth:</span> <span aria-label="open mouth" class="emoji emoji-1f62e" role="img" title="open mouth">:open_mouth:</span></p>',
      world: withEmoticons,
    },
    {
      name: 'emoticon: a tongue',
      source: ':p :P',
      html: '<p><span aria-label="stuck out tongue" class="emoji emoji-1f61b" role="img" title="stuck out tongue">:stuck_out_tongue:</span> <span aria-label="stuck out tongue" class="emoji emoji-1f61b" role="img" title="stuck out tongue">:stuck_out_tongue:</span></p>',
      world: withEmoticons,
    },
    {
      name: 'emoticon: between words',
      source: 'nice :) work',
      html: '<p>nice <span aria-label="slight smile" class="emoji emoji-1f642" role="img" title="slight smile">:slight_smile:</span> work</p>',
      world: withEmoticons,
    },
    { name: 'emoticon: after a word', source: 'nice:)', html: '<p>nice:)</p>', world: withEmoticons },
    { name: 'emoticon: before a word', source: ':)nice', html: '<p>:)nice</p>', world: withEmoticons },
    {
      name: 'emoticon: after punctuation',
      source: 'nice. :) (:D) [:)] "<3"',
      html: '<p>nice. <span aria-label="slight smile" class="emoji emoji-1f642" role="img" title="slight smile">:slight_smile:</span> (<span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span>) [<span aria-label="slight smile" class="emoji emoji-1f642" role="img" title="slight smile">:slight_smile:</span>] "<span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span>"</p>',
      world: withEmoticons,
    },
    {
      name: 'emoticon: before punctuation',
      source: ':), :). :)!',
      html: '<p><span aria-label="slight smile" class="emoji emoji-1f642" role="img" title="slight smile">:slight_smile:</span>, <span aria-label="slight smile" class="emoji emoji-1f642" role="img" title="slight smile">:slight_smile:</span>. <span aria-label="slight smile" class="emoji emoji-1f642" role="img" title="slight smile">:slight_smile:</span>!</p>',
      world: withEmoticons,
    },
    {
      name: 'emoticon: two in a row',
      source: ':):)',
      html: '<p>:)<span aria-label="slight smile" class="emoji emoji-1f642" role="img" title="slight smile">:slight_smile:</span></p>',
      world: withEmoticons,
    },
    {
      name: 'emoticon: two with a blank between',
      source: ':) :(',
      html: '<p><span aria-label="slight smile" class="emoji emoji-1f642" role="img" title="slight smile">:slight_smile:</span> <span aria-label="frown" class="emoji emoji-1f641" role="img" title="frown">:frown:</span></p>',
      world: withEmoticons,
    },
    {
      name: 'emoticon: in an address',
      source: 'https://example.com/:/x a:/b',
      html: '<p><a href="https://example.com/:/x">https://example.com/:/x</a> a:/b</p>',
      world: withEmoticons,
    },
    { name: 'emoticon: in code', source: '`:)`', html: '<p><code>:)</code></p>', world: withEmoticons },
    {
      name: 'emoticon: in bold text',
      source: '**:)**',
      html: '<p><strong><span aria-label="slight smile" class="emoji emoji-1f642" role="img" title="slight smile">:slight_smile:</span></strong></p>',
      world: withEmoticons,
    },
    {
      name: 'emoticon: at the end of a line',
      source: 'a :)\n:( b',
      html: '<p>a <span aria-label="slight smile" class="emoji emoji-1f642" role="img" title="slight smile">:slight_smile:</span><br>\n<span aria-label="frown" class="emoji emoji-1f641" role="img" title="frown">:frown:</span> b</p>',
      world: withEmoticons,
    },
  ],
}
