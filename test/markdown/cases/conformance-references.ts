import { asCases } from './as-cases.ts'
import type { CaseGroup } from './case.ts'
import { nobody } from './mentions-nobody.ts'

const iago = '<span class="user-mention" data-user-id="10">@Iago</span>'
const silentIago = '<span class="user-mention silent" data-user-id="10">Iago</span>'
const design = '<a class="stream" data-stream-id="12" href="/#narrow/channel/12-design">#design</a>'
const callsIago = { says: { mentions: { ...nobody, people: [10] } } }
const callsNobody = { says: { mentions: nobody } }

const people = asCases('references, people', [
  ['a name', '@**Iago**', `<p>${iago}</p>`, callsIago],
  ['a name in other letters', 'hi @**iAGO**!', `<p>hi ${iago}!</p>`, callsIago],
  ['a name and an id', '@**Iago|10**', `<p>${iago}</p>`, callsIago],
  ['an id', '@**|10**', `<p>${iago}</p>`, callsIago],
  ['a wrong id', '@**Iago|11**', '<p>@**Iago|11**</p>', callsNobody],
  ['an unknown id', '@**|999**', '<p>@**|999**</p>', callsNobody],
  ['one of several', '@**Twin|14**', '<p><span class="user-mention" data-user-id="14">@Twin</span></p>'],
  ['silently', '@_**Iago**', `<p>${silentIago}</p>`, { says: { mentions: { ...nobody, silentPeople: [10] } } }],
  ['silently by an id', '@_**Iago|10**', `<p>${silentIago}</p>`],
  [
    'who has left',
    '@**Yorick**',
    '<p><span class="user-mention silent" data-user-id="15">Yorick</span></p>',
    { says: { mentions: { ...nobody, silentPeople: [15] } } },
  ],
  [
    'a name with HTML',
    '@**<b>Bold</b> & "Quoted"**',
    '<p><span class="user-mention" data-user-id="16">@&lt;b&gt;Bold&lt;/b&gt; &amp; "Quoted"</span></p>',
  ],
  ['nobody', '@**Nobody Here**', '<p>@**Nobody Here**</p>', callsNobody],
  ['no stars', '@Iago', '<p>@Iago</p>', callsNobody],
  [
    'two',
    '@**Iago** and @**King Hamlet**',
    `<p>${iago} and <span class="user-mention" data-user-id="11">@King Hamlet</span></p>`,
    { says: { mentions: { ...nobody, people: [10, 11] } } },
  ],
  ['after a letter', 'a@**Iago**', '<p>a@<strong>Iago</strong></p>', callsNobody],
  ['after a full stop', 'a.@**Iago**', '<p>a.@<strong>Iago</strong></p>', callsNobody],
  [
    'after each sign',
    `'@**Iago** "@**Iago** (@**Iago** {@**Iago** [@**Iago** /@**Iago** <@**Iago**`,
    `<p>'${iago} "${iago} (${iago} {${iago} [${iago} /${iago} &lt;${iago}</p>`,
  ],
  ['before a letter', "@**Iago**'s", `<p>${iago}'s</p>`],
  ['in bold', '**a @**Iago** b**', `<p><strong>a ${iago} b</strong></p>`],
  ['in emphasis', '*@**Iago***', `<p><em>${iago}</em></p>`],
  ['in a heading', '# @**Iago**', `<h1>${iago}</h1>`],
  ['in a list', '* @**Iago**\n* b', `<ul>\n<li>${iago}</li>\n<li>b</li>\n</ul>`],
  ['in a quote', '> @**Iago**', `<blockquote>\n<p>${silentIago}</p>\n</blockquote>`],
  [
    'in a header',
    '```spoiler @**Iago**\na\n```',
    `<div class="spoiler-block"><div class="spoiler-header">\n<p>${iago}</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>a</p>\n</div></div>`,
    callsIago,
  ],
  ['in code', '`@**Iago**`', '<p><code>@**Iago**</code></p>', callsNobody],
  ['over two lines', '@**King\nHamlet**', '<p>@**King<br>\nHamlet**</p>', callsNobody],
])

const everybody = (word: string): string =>
  `<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@${word}</span></p>`

const wildcards = asCases('references, everybody', [
  ['all', '@**all**', everybody('all'), { says: { mentions: { ...nobody, channelWildcard: true } } }],
  ['everyone', '@**everyone**', everybody('everyone')],
  ['channel', '@**channel**', everybody('channel')],
  ['stream', '@**stream**', everybody('stream')],
  [
    'silently',
    '@_**all**',
    '<p><span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span></p>',
    callsNobody,
  ],
  [
    'the topic',
    '@**topic**',
    '<p><span class="topic-mention">@topic</span></p>',
    { says: { mentions: { ...nobody, topicWildcard: true } } },
  ],
  ['the topic silently', '@_**topic**', '<p><span class="topic-mention silent">topic</span></p>', callsNobody],
  ['one star', '@*all*', '<p>@*all*</p>', callsNobody],
])

const groups = asCases('references, groups', [
  [
    'a group',
    '@*hamletcharacters*',
    '<p><span class="user-group-mention" data-user-group-id="20">@hamletcharacters</span></p>',
    { says: { mentions: { ...nobody, groups: [20] } } },
  ],
  [
    'other letters',
    '@*backend TEAM*',
    '<p><span class="user-group-mention" data-user-group-id="21">@Backend team</span></p>',
  ],
  [
    'silently',
    '@_*hamletcharacters*',
    '<p><span class="user-group-mention silent" data-user-group-id="20">hamletcharacters</span></p>',
    { says: { mentions: { ...nobody, silentGroups: [20] } } },
  ],
  [
    'of the system',
    '@_*role:administrators*',
    '<p><span class="user-group-mention silent" data-user-group-id="3">Administrators</span></p>',
  ],
  [
    'deactivated',
    '@*old guard*',
    '<p><span class="user-group-mention silent" data-user-group-id="22">old guard</span></p>',
    { says: { mentions: { ...nobody, silentGroups: [22] } } },
  ],
  ['unknown', '@*nobody*', '<p>@*nobody*</p>', callsNobody],
  ['a person between one star', '@*Iago*', '<p>@*Iago*</p>', callsNobody],
])

const places = asCases('references, places', [
  ['a channel', '#**design**', `<p>${design}</p>`],
  ['a channel in other letters', '#**DESIGN**', `<p>${design}</p>`],
  [
    'a channel with blanks and signs',
    '#**Verona & Rome**',
    '<p><a class="stream" data-stream-id="13" href="/#narrow/channel/13-Verona-.26-Rome">#Verona &amp; Rome</a></p>',
  ],
  [
    'a channel with dots and parentheses',
    '#**a.b (c)**',
    '<p><a class="stream" data-stream-id="14" href="/#narrow/channel/14-a.2Eb-.28c.29">#a.b (c)</a></p>',
  ],
  [
    'a channel in another script',
    '#**日本語**',
    '<p><a class="stream" data-stream-id="15" href="/#narrow/channel/15-.E6.97.A5.E6.9C.AC.E8.AA.9E">#日本語</a></p>',
  ],
  [
    'a channel with HTML',
    '#**<script>**',
    '<p><a class="stream" data-stream-id="16" href="/#narrow/channel/16-.3Cscript.3E">#&lt;script&gt;</a></p>',
  ],
  ['an unknown channel', '#**nowhere**', '<p>#**nowhere**</p>'],
  [
    'a topic',
    '#**design>kick off**',
    '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/kick.20off/with/905">#design &gt; kick off</a></p>',
  ],
  [
    'a topic without a message',
    '#**design>new**',
    '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/new">#design &gt; new</a></p>',
  ],
  [
    'a topic with signs',
    '#**design>a.b/c (d)>e**',
    '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/a.2Eb.2Fc.20.28d.29.3Ee">#design &gt; a.b/c (d)&gt;e</a></p>',
  ],
  ['a topic of an unknown channel', '#**nowhere>a**', '<p>#**nowhere&gt;a**</p>'],
  [
    'a message',
    '#**design>kick off@905**',
    '<p><a class="message-link" href="/#narrow/channel/12-design/topic/kick.20off/near/905">#design &gt; kick off @ 💬</a></p>',
  ],
  [
    'the empty topic',
    '#**design>**',
    '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/with/906">#design &gt; <em>general chat</em></a></p>',
  ],
  [
    'the empty topic without a message',
    '#**Verona & Rome>**',
    '<p><a class="stream-topic" data-stream-id="13" href="/#narrow/channel/13-Verona-.26-Rome/topic/">#Verona &amp; Rome &gt; <em>general chat</em></a></p>',
  ],
  [
    'a message of the empty topic',
    '#**design>@905**',
    '<p><a class="message-link" href="/#narrow/channel/12-design/topic//near/905">#design &gt; <em>general chat</em> @ 💬</a></p>',
  ],
  ['in bold', '**see #**design** now**', `<p><strong>see ${design} now</strong></p>`],
  [
    'in a table',
    'a | b\n--|--\n#**design** | c',
    `<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>${design}</td>\n<td>c</td>\n</tr>\n</tbody>\n</table>`,
  ],
  ['after a letter', 'a#**design**', '<p>a#<strong>design</strong></p>'],
  ['before punctuation', 'in #**design**, see', `<p>in ${design}, see</p>`],
])

export const conformanceReferences: CaseGroup = {
  title: 'Conformance: mentions and links to places',
  cases: [...people, ...wildcards, ...groups, ...places],
}
