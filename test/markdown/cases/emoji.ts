import type { CaseGroup } from './case.ts'

export const emoji: CaseGroup = {
  title: 'Emoji',
  about: 'By name between colons, or as a character.',
  cases: [
    {
      name: 'emoji: by name',
      source: ':smile:',
      html: '<p><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span></p>',
      shown: true,
    },
    {
      name: 'emoji: by a name with an underscore',
      source: ':thumbs_up:',
      html: '<p><span aria-label="thumbs up" class="emoji emoji-1f44d" role="img" title="thumbs up">:thumbs_up:</span></p>',
    },
    {
      name: 'emoji: by a name with a sign',
      source: ':+1: :-1:',
      html: '<p><span aria-label="+1" class="emoji emoji-1f44d" role="img" title="+1">:+1:</span> <span aria-label="-1" class="emoji emoji-1f44e" role="img" title="-1">:-1:</span></p>',
    },
    {
      name: 'emoji: by another name of the same',
      source: ':like: :thumbsup:',
      html: '<p><span aria-label="like" class="emoji emoji-1f44d" role="img" title="like">:like:</span> :thumbsup:</p>',
    },
    {
      name: 'emoji: by a name with letters of other alphabets',
      source: ':gyōza: :flag_åland_islands:',
      html: '<p><span aria-label="gyōza" class="emoji emoji-1f95f" role="img" title="gyōza">:gyōza:</span> <span aria-label="flag åland islands" class="emoji emoji-1f1e6-1f1fd" role="img" title="flag åland islands">:flag_åland_islands:</span></p>',
    },
    {
      name: 'emoji: as a character',
      source: '😄',
      html: '<p><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span></p>',
      shown: true,
    },
    {
      name: 'emoji: as a character with a selector',
      source: '❤\uFE0F',
      html: '<p><span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span></p>',
    },
    { name: 'emoji: as a character that is text by default', source: '❤ © ™ ↗ ☺', html: '<p>❤ © ™ ↗ ☺</p>' },
    { name: 'emoji: as text, with the selector for it', source: '😄\uFE0E', html: '<p>😄\uFE0E</p>' },
    {
      name: 'emoji: digits and their keys',
      source: '1 # * 1\uFE0F\u20E3 #\uFE0F\u20E3',
      html: '<p>1 # * <span aria-label="one" class="emoji emoji-0031-20e3" role="img" title="one">:one:</span> <span aria-label="hash" class="emoji emoji-0023-20e3" role="img" title="hash">:hash:</span></p>',
    },
    { name: 'emoji: a key without a selector', source: '1\u20E3', html: '<p>1\u20E3</p>' },
    {
      name: 'emoji: a flag',
      source: '🇫🇷 🇩🇪🇫🇷',
      html: '<p><span aria-label="flag france" class="emoji emoji-1f1eb-1f1f7" role="img" title="flag france">:flag_france:</span> <span aria-label="flag germany" class="emoji emoji-1f1e9-1f1ea" role="img" title="flag germany">:flag_germany:</span><span aria-label="flag france" class="emoji emoji-1f1eb-1f1f7" role="img" title="flag france">:flag_france:</span></p>',
    },
    { name: 'emoji: a flag that does not exist', source: '🇦🇦', html: '<p>🇦🇦</p>' },
    {
      name: 'emoji: a flag of a region',
      source: '🏴\uDB40\uDC67\uDB40\uDC62\uDB40\uDC73\uDB40\uDC63\uDB40\uDC74\uDB40\uDC7F',
      html: '<p><span aria-label="flag scotland" class="emoji emoji-1f3f4-e0067-e0062-e0073-e0063-e0074-e007f" role="img" title="flag scotland">:flag_scotland:</span></p>',
    },
    {
      name: 'emoji: a family',
      source: '👨\u200D👩\u200D👧',
      html: '<p><span aria-label="family man woman girl" class="emoji emoji-1f468-200d-1f469-200d-1f467" role="img" title="family man woman girl">:family_man_woman_girl:</span></p>',
    },
    {
      name: 'emoji: a sequence with a selector inside',
      source: '🏳\uFE0F\u200D🌈 ❤\uFE0F\u200D🔥',
      html: '<p><span aria-label="rainbow flag" class="emoji emoji-1f3f3-200d-1f308" role="img" title="rainbow flag">:rainbow_flag:</span> <span aria-label="heart on fire" class="emoji emoji-2764-200d-1f525" role="img" title="heart on fire">:heart_on_fire:</span></p>',
    },
    { name: 'emoji: a sequence that is not known', source: '👨\u200D🦊 x', html: '<p>👨\u200D🦊 x</p>' },
    { name: 'emoji: a skin tone', source: '👍🏽 🏽', html: '<p>👍🏽 🏽</p>' },
    {
      name: 'emoji: a skin tone by name',
      source: ':thumbsup_tone1: :skin-tone-2: :+1::skin-tone-2:',
      html: '<p>:thumbsup_tone1: :skin-tone-2: <span aria-label="+1" class="emoji emoji-1f44d" role="img" title="+1">:+1:</span>:skin-tone-2:</p>',
    },
    { name: 'emoji: a joiner before it', source: '\u200D😄', html: '<p>\u200D😄</p>' },
    {
      name: 'emoji: of the organization',
      source: ':green_tick:',
      html: '<p><img alt=":green_tick:" class="emoji" src="/user_avatars/2/emoji/images/5.png" title="green tick"></p>',
      shown: true,
    },
    {
      name: 'emoji: of the organization, instead of the usual one',
      source: ':tada:',
      html: '<p><img alt=":tada:" class="emoji" src="/user_avatars/2/emoji/images/7.png" title="tada"></p>',
      world: {
        customEmoji: (name) => (name === 'tada' ? { name, src: '/user_avatars/2/emoji/images/7.png' } : undefined),
      },
    },
    {
      name: 'emoji: of every server',
      source: ':service:',
      html: '<p><img alt=":service:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/service.png" title="service"></p>',
      shown: true,
    },
    { name: 'emoji: an unknown name', source: ':no_such_emoji:', html: '<p>:no_such_emoji:</p>' },
    { name: 'emoji: large letters', source: ':SMILE:', html: '<p>:SMILE:</p>' },
    { name: 'emoji: no name', source: ':: : : :a b: 12:30:45', html: '<p>:: : : :a b: 12:30:45</p>' },
    {
      name: 'emoji: a name after what is none',
      source: ':naught:smile:',
      html: '<p>:naught<span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span></p>',
    },
    {
      name: 'emoji: two in a row',
      source: ':smile::heart:',
      html: '<p><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span><span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span></p>',
    },
    {
      name: 'emoji: in the middle of a word',
      source: 'a:smile:b',
      html: '<p>a<span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span>b</p>',
    },
    {
      name: 'emoji: in bold text',
      source: '**:smile:**',
      html: '<p><strong><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span></strong></p>',
    },
    {
      name: 'emoji: in a heading',
      source: '# :smile: 😄',
      html: '<h1><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span> <span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span></h1>',
    },
    {
      name: 'emoji: in the text of a link',
      source: '[:smile: 😄](https://example.com)',
      html: '<p><a href="https://example.com"><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span> <span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span></a></p>',
    },
    { name: 'emoji: in code', source: '`:smile: 😄`', html: '<p><code>:smile: 😄</code></p>' },
    {
      name: 'emoji: between letters of another script',
      source: '今日😄は',
      html: '<p>今日<span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span>は</p>',
    },
    {
      name: "emoji: in a channel's name it stays",
      source: '#**design>😄**',
      html: '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/.F0.9F.98.84">#design &gt; 😄</a></p>',
    },
    {
      name: 'emoji: a name that is more than letters',
      source: ':1234: :100:',
      html: '<p><span aria-label="1234" class="emoji emoji-1f522" role="img" title="1234">:1234:</span> <span aria-label="100" class="emoji emoji-1f4af" role="img" title="100">:100:</span></p>',
    },
    {
      name: 'emoji: a header of a spoiler',
      source: '```spoiler :smile: header\nbody\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span> header</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>body</p>\n</div></div>',
    },
  ],
}
